"""The judge: a submission's functions called inside walls, compared outside them.

======== =====================================================================================================
where    modules
======== =====================================================================================================
trusted  `judge` (start here), `loading`, `remote`, `losses`, `notes`, `limits`; `sandbox`, `bubblewrap`, `cargo`,
         `syscalls`, `walls`, `selftest`
inside   `zygote`, `sealing`, `apart`, `worker`, `cells`, `loop`, `lending`, `standin`; `probing`, as the submission of
         the self-test
both     `wire`, `values`, `arena`
======== =====================================================================================================

What is believed. A submission's code shares its process with the worker, and can make that say anything. So the
trusted process believes nothing that it can find out itself:

- Values are compared outside.
- Whether a call changed its arguments, and whether a result shares memory with an argument or with the result before,
  is found in the `arena`, by comparing bytes and by changing them.
- Time, memory and the end of the process are seen from outside.

What only the process knows is what it says: the warnings of a call, the kind of an exception, whether a result can be
written to, what became of lists and other objects. A forger can make these up. That never earns a point of a core,
for a core compares values. It earns at most the contract points of the exercise, and only those that a few lines around
the same function would earn openly: copy the arguments, silence the warnings, raise the exception, copy the result.
`tests/judge/test_arena.py` holds the judge to this.
"""
