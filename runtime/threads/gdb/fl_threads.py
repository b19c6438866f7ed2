# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Suspended threads in gdb: (gdb) source .../fl_threads.py

    fl-threads            every thread with its functions, innermost first, as fl_task_dump shows them
    fl-threads -locals    and what each frame holds across its suspension (programs compiled with -g)
    fl-threads ADDRESS    only the thread at that address

It reads the memory of the program, runs nothing in it, and so works on core files too. The runtime must have been
compiled with -g, as libfairlead-threads.a is. Threads are found in the slab's pages (fl_slab.c): as with fl_task_dump,
not those whose first frame has a page of its own or is aligned to more than 8 bytes, and none under AddressSanitizer.
Locals are those of the frame; a structure of a function's frame that the program defines twice, in two files, may be
shown as the other file has it."""
import re

import gdb

# fl_slab.c
PAGE, HEAD = 65536, 64
# fl_threads_abi.h
FIRST, ROOT = 1, 2
MOST_SHOWN = 100


def number(value):
    return int(value.cast(gdb.lookup_type("unsigned long")))


def pointer(kind, address):
    return gdb.Value(address).cast(gdb.lookup_type(kind).pointer())


def threads():
    """Addresses of all threads, in the order of their pages and blocks."""
    arena = gdb.parse_and_eval("'fl_slab.c'::slab")["arenas"]
    while number(arena) != 0:
        for index in range(int(arena["first"])):
            start = number(arena["mapped"]) + PAGE * index
            page = pointer("struct page", start)
            size = int(page["size"])
            if int(page["used"]) == 0 or size < 32:
                continue
            for at in range(HEAD, int(page["fresh"]), size):
                if int(pointer("fl_frame", start + at + 16)["back"]) & ROOT:
                    yield start + at
        arena = arena["next"]


def caller(frame):
    """The frame whose call this one is; None: it is a thread's first."""
    back = int(frame["back"])
    if back & ROOT:
        return None
    if back & FIRST:
        return pointer("struct fl_chunk", number(frame) - 16)["caller"]
    return pointer("fl_frame", number(frame) - back)


def function(frame):
    """What runs the frame: f__run of a function f; or its address, if there is no symbol."""
    address = number(frame["run"])
    block = gdb.block_for_pc(address)
    if block is not None and block.function is not None:
        return block.function.name
    found = gdb.execute(f"info symbol {address}", to_string=True)
    # gdb takes f__run for the C++ of last century, and writes f.run.
    name = re.match(r"([\w.]+) in section ", found)
    return name.group(1).replace(".", "__") if name else hex(address)


def locals_of(frame, name):
    if not name.endswith("__run"):
        return []
    try:
        held = pointer("struct " + name[: -len("__run")] + "__frame", number(frame)).dereference()
    except gdb.error:
        return []
    return list(members(held))


def members(held):
    for field in held.type.fields():
        if field.name is None:
            yield from members(held[field])
        elif field.name != "h" and not field.name.startswith("fl__"):
            yield f"{field.name} = {held[field]}"


def running():
    """Addresses of the threads that run, on whatever OS thread."""
    found, one = set(), gdb.parse_and_eval("fl_selves")
    while number(one) != 0:
        found.add(number(one["x"]["thread"]))
        one = one["other"]
    return found


def show(address, with_locals):
    runs = address in running()
    frame = None if runs else pointer("struct fl_thread", address)["top"]
    print(f"thread {hex(address)}" + (": running" if runs else ""))
    shown = 0
    while frame is not None:
        if shown == MOST_SHOWN:
            print("  ...")
            return
        name = function(frame)
        print(f"  {name} at {int(frame['at'])}")
        for held in locals_of(frame, name) if with_locals else []:
            print(f"    {held}")
        frame = caller(frame)
        shown += 1


class Threads(gdb.Command):
    __doc__ = __doc__

    def __init__(self):
        super().__init__("fl-threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        with_locals = "-locals" in words
        words = [word for word in words if word != "-locals"]
        if len(words) > 1:
            raise gdb.GdbError("usage: fl-threads [-locals] [ADDRESS]")
        try:
            wanted = number(gdb.parse_and_eval(words[0])) if words else None
            for address in threads():
                if wanted in (None, address):
                    show(address, with_locals)
        except gdb.error as error:
            raise gdb.GdbError(f"fl-threads: {error} (is the runtime of threads in this program, with -g?)")


Threads()
