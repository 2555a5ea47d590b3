// The values of a journal, `JournalValue` and the coders of CBOR, have a target of their own, which the
// inspector uses without SQLite.
@_exported public import MillraceCoding
