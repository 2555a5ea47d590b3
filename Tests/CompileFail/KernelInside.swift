// expect-error: cannot find type 'TurnMachine' in scope
// An application does not see the machinery of turns; `import MillraceToolkit` shows it.
import Millrace

func look(at machine: TurnMachine) {}
