// expect-error: cannot convert value of type 'String' to expected argument type 'BookList.Output' (aka 'Array<String>')
// A handler produces something else than its command says.
import Aftermath

struct BookList: Command {
  typealias Output = [String]
}

struct BookListHandler: CommandHandler {
  func handle(command: BookList) throws -> Event<BookList> {
    .data("The Swift Year")
  }
}
