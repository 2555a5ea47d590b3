// expect-error: has no dynamic member 'waitingMessages'
// A store has no operations that only a dialect needs; `StoreInternals` of MillraceToolkit has them, and a
// dialect that uses it does not bring it along.
import Aftermath
import Flask
import Millrace

@MainActor
func look(at store: Store<Int, String>) {
  _ = store.waitingMessages
}
