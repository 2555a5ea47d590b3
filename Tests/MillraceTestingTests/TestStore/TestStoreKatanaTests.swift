import Katana
import Testing

@testable import MillraceTesting

private struct Library: Model, Equatable {
  var account = Account()
  var books: [String] = []

  struct Account: Model, Equatable {
    var name: String?
  }
}

private enum AccountMessage: Message, Equatable {
  case logIn(String)
  case loggedIn(String)
}

private struct BooksLoaded: Message, Equatable {
  let books: [String]
}

private struct LogIn: Command, Equatable {
  let name: String
}

private struct LogInInterpreter: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: LogIn) async throws {
    await dispatch(AccountMessage.loggedIn(command.name))
    await dispatch(BooksLoaded(books: ["Emma"]))
  }
}

@MainActor @Suite struct TestStoreKatanaTests {
  private func libraryStore() throws -> Store<Library> {
    let account = FunctionUpdater { (account: inout Library.Account, message: AccountMessage) in
      switch message {
      case .logIn(let name): return [LogIn(name: name)]
      case .loggedIn(let name):
        account.name = name
        return []
      }
    }
    let books = FunctionUpdater { (library: inout Library, message: BooksLoaded) in
      library.books = message.books
      return []
    }
    return try Store(
      model: Library(), updater: CombinedUpdater<Library>(.slice(\.account, account), .full(books)),
      interpreters: [LogInInterpreter()], reportsUnhandled: true)
  }

  // A store of Katana is one of the kernel, so it needs no adapter.
  @Test("A combined updater is tested with messages of all its types")
  func combined() async throws {
    let store = try libraryStore()
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send(AccountMessage.logIn("ada"), effects: [.starts(#"LogIn(name: "ada")"#)])
      await test.receive(AccountMessage.loggedIn("ada")) { $0.account.name = "ada" }
      await test.receive(BooksLoaded(books: ["Emma"])) { $0.books = ["Emma"] }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("A message of another type or value, and one that no updater takes, fail")
  func failing() async throws {
    struct Unknown: Message {}
    let store = try libraryStore()
    let failures = await testStoreFailures {
      let test = TestStore(store)
      test.send(AccountMessage.logIn("ada"))
      await test.receive(BooksLoaded(books: []))
      await test.receive(AccountMessage.loggedIn("ada"))
      test.send(Unknown())
      await test.finish()
    }
    #expect(failures.count == 3)
    #expect(
      failures[0].hasPrefix(
        "Expected to receive `BooksLoaded(books: [])`, but received `.loggedIn(\"ada\")`"))
    #expect(failures[1].hasPrefix("Expected to receive `.loggedIn(\"ada\")`, but received `BooksLoaded("))
    #expect(failures[2].contains("The store `Library` does not handle the message `Unknown()`"))
  }
}
