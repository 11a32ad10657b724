"""The judge: a submission's functions called inside walls, compared outside them.

======== =====================================================================================================
where    modules
======== =====================================================================================================
trusted  `judge` (start here), `loading`, `remote`, `losses`, `notes`, `limits`; `sandbox`, `bubblewrap`, `cargo`,
         `syscalls`, `walls`, `selftest`
inside   `zygote`, `sealing`, `apart`, `worker`, `cells`, `standin`; `probing`, as the self-test's submission
both     `wire`, `values`
======== =====================================================================================================
"""
