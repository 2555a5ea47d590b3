import Millrace
import MillraceDependencies
import MillraceTesting
import Testing

/// A dependency as an application writes it.
private struct Library: Sendable {
  var books: @Sendable (_ words: String) async throws -> [String] = unimplemented("Library.books")
  var isOpen: @Sendable () async -> Bool = unimplemented("Library.isOpen", placeholder: false)
  var close: @Sendable () -> Void = unimplemented("Library.close")
  var move: @Sendable (Int, String, [Double]) throws -> Void = unimplemented("Library.move")
}

extension Library: StoreEnvironmentKey {
  static let defaultValue = Library(books: { [$0] }, isOpen: { true }, close: {}, move: { _, _, _ in })
  static let testValue = Library()
}

@MainActor
@Suite("An endpoint without an implementation")
struct UnimplementedTests {
  private static let text = """
    `Library.books` was called, and has no implementation.

    Set it in the environment before it is called: that of the store, of its test store, or of the effect.
    """

  private enum Message: Sendable, Equatable {
    case ask(String)
    case look
    case found([String])
    case failed
  }

  private static func store(_ environment: StoreEnvironment = StoreEnvironment()) -> Store<[String], Message>
  {
    Store([], name: "shelf", environment: environment) { books, message in
      switch message {
      case .ask(let words):
        return .run(label: "ask") { send in
          await send(.found(try await send.environment[Library.self].books(words)))
        } catch: { _ in
          .failed
        }
      case .look:
        return .callback(label: "look") { continuation in
          continuation.environment[Library.self].close()
          continuation.send(.failed)
        }
      case .found(let found): books = found
      case .failed: books = ["failed"]
      }
      return .none
    }
  }

  @Test("fails the test store whose effect calls it, and throws")
  func testStore() async {
    let texts = await failures {
      let test = TestStore(Self.store())
      test.send(.ask("swift"))
      await test.receive(.failed) { $0 = ["failed"] }
      test.send(.ask("again"))
      await test.receive(.failed)
      await test.finish()
    }
    #expect(texts == [Self.text])
  }

  @Test("fails the test store once where no `catch` takes its error")
  func uncaught() async {
    let texts = await failures {
      let store = Store([String](), of: Message.self, name: "shelf") { _, message in
        .run(label: "ask") { send in
          await send(.found(try await send.environment[Library.self].books("swift")))
        }
      }
      let test = TestStore(store)
      test.send(.look)
      await store.run()
      await test.finish()
    }
    #expect(texts == [Self.text])
  }

  @Test("fails the test of callback work as well")
  func callback() async {
    let texts = await failures {
      let test = TestStore(Self.store())
      test.send(.look)
      await test.receive(.failed) { $0 = ["failed"] }
      await test.finish()
    }
    #expect(texts.map { $0.prefix(15) } == ["`Library.close`"])
  }

  @Test("is no failure once the test has set it")
  func given() async {
    let test = TestStore(Self.store())
    test.environment[Library.self].books = { ["\($0)!"] }
    test.send(.ask("swift"))
    await test.receive(.found(["swift!"])) { $0 = ["swift!"] }
    await test.finish()
  }

  @Test("is not used by a live store")
  func live() async {
    let store = Self.store()
    store.send(.ask("swift"))
    await store.run()
    #expect(store.state == ["swift"])
  }

  @Test("is a finding of the explorer")
  func explorer() async {
    let exploration = await Explorer().explore { world in
      let store = Store([String](), of: Message.self, name: "shelf", flow: world.flow) { _, message in
        guard case .ask(let words) = message else { return .none }
        return .run(label: "ask") { send in
          await send(.found(try await send.environment[Library.self].books(words)))
        } catch: { _ in
          .failed
        }
      }
      world.user("reader", sends: [.ask("swift")], to: store)
    }
    #expect(
      "\(exploration)".contains("`Library.books` was called, and has no implementation."), "\(exploration)")
  }

  @Test("is a finding of the explorer where a subscription calls it, in its body or as it begins")
  func subscriptions() async {
    let feeds: [StoreSubscription<Message>] = [
      StoreSubscription("feed") { send in
        await send(.found((try? await send.environment[Library.self].books("new")) ?? []))
      },
      .listening("feed") { _ in
        Library().close()
        return {}
      },
    ]
    for (feed, name) in zip(feeds, ["books", "close"]) {
      let exploration = await Explorer().explore { world in
        let store = Store(
          [String](), of: Message.self, name: "shelf", flow: world.flow, subscriptions: { _ in [feed] }
        ) { _, _ in .none }
        world.finally("the store lives") { store.state.isEmpty }
      }
      #expect(!exploration.isProven)
      let text = "`Library.\(name)` was called, and has no implementation."
      #expect("\(exploration)".contains(text), "\(exploration)")
    }
  }

  @Test("called outside of a store, fails the running test; each kind returns or throws")
  func outside() async {
    _ = StoreEnvironment.test()
    let library = Library()
    let texts = await failures {
      await #expect(throws: UnimplementedEndpoint(name: "Library.books")) { try await library.books("") }
      #expect(await library.isOpen() == false)
      library.close()
      #expect(throws: UnimplementedEndpoint(name: "Library.move")) { try library.move(1, "", []) }
    }
    #expect(texts.count == 4)
    #expect(texts.first == Self.text)
  }

  @Test("its failure is an issue of the test that runs")
  func issue() async {
    await withKnownIssue {
      let test = TestStore(Self.store())
      test.send(.ask("swift"))
      await test.receive(.failed) { $0 = ["failed"] }
      await test.finish()
    } matching: {
      $0.comments.contains { $0.rawValue.hasPrefix("`Library.books` was called") }
    }
  }
}
