// expect-error: type 'BookList' does not conform to protocol 'Command'
// A command does not say what comes of it.
import Aftermath

struct BookList: Command {
  var shelf = "all"
}
