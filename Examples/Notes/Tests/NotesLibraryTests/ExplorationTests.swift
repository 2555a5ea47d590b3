import Katana
import MillraceJournal
import MillraceTesting
import NotesModel
import Synchronization
import Testing

@testable import NotesLibrary

extension ServerLink {
  /// A link that is opened again as soon as it was lost, so that a request may fail, and does not have to
  /// wait.
  fileprivate static func reopening() -> ServerLink {
    final class Box: Sendable {
      private let stored = Mutex<Weak>(Weak())

      struct Weak { weak var link: ServerLink? }

      var link: ServerLink? {
        get { stored.withLock { $0.link } }
        set { stored.withLock { $0.link = newValue } }
      }
    }
    let box = Box()
    let link = ServerLink { _ in box.link?.open() }
    box.link = link
    link.open()
    return link
  }
}

/// A planted mistake: any answer is taken for one to the request that is on its way.
private struct CarelessUpdater: TypedUpdater, Sendable {
  func update(model: inout Library, message: LibraryMessage) -> [any Command] {
    var message = message
    if case .answered(_, let answer) = message, let key = model.requests.keys.first {
      message = .answered(key: key, answer)
    }
    return LibraryUpdater().update(model: &model, message: message)
  }
}

@Suite("In every order in which it can happen")
struct ExplorationTests {
  @Test("Two edits, a lost request or answer, and the feed: all orders end well")
  func edits() async {
    let exploration = await Explorer().explore(
      Self.scenario(does: [.edit(note(1, "a")), .edit(note(1, "b"))]))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("Two edits while somebody else changes the item: all orders end well")
  func editsOfTwo() async {
    let exploration = await Explorer().explore(
      Self.scenario(
        does: [.edit(note(1, "a")), .edit(note(1, "b"))], failures: 0,
        other: .replace(note(1, "theirs"), version: 1)))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("Two edits, a deletion that is undone, and the feed: all orders end well")
  func undo() async {
    let exploration = await Explorer().explore(
      Self.scenario(
        does: [.edit(note(1, "a")), .edit(note(1, "b")), .delete(id(1)), .undoDeletion], failures: 0))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A deletion that is undone while somebody else changes the item: all orders end well")
  func undoOfTwo() async {
    let exploration = await Explorer().explore(
      Self.scenario(
        does: [.delete(id(1)), .undoDeletion], other: .replace(note(1, "theirs"), version: 1)))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("An item that is made and changed while the server may refuse it: all orders end well")
  func refused() async {
    let exploration = await Explorer().explore(
      Self.scenario(does: [.add(note(0, "new")), .edit(note(-1, "newer"))], failures: 0, refuses: true))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A link that opens and closes while a request waits: it is sent in the end")
  func opening() async {
    let exploration = await Explorer(reduction: .none).explore { world in
      world.environment[UnrecordedEffects.self] = true
      let link = ServerLink()
      let store = try Katana.Store(
        model: Client("one").library, updater: LibraryUpdater(),
        interpreters: [
          PushInterpreter(makePush(link: link) { _ in .stored(note(1, "a"), version: 2) })
        ], flow: world.flow)
      world.user("person", does: [{ store.dispatch(LibraryMessage.edit(note(1, "a"))) }])
      world.user("network", does: [{ link.open() }, { link.close() }, { link.open() }])
      world.finally("it is sent") { store.withState(\.outbox).isEmpty }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("That an answer is taken for one to another request is found")
  func plantedKey() async {
    let exploration = await Explorer().explore(
      Self.scenario(CarelessUpdater(), does: [.edit(note(1, "a")), .edit(note(1, "b"))], failures: 0))
    #expect(exploration.finding != nil)
  }

  /// A person changes something while requests and the feed travel, and another person may change it as well.
  ///
  /// - Parameters:
  ///   - updater: What takes the messages.
  ///   - messages: What the person does.
  ///   - failures: How often a request or its answer is lost.
  ///   - other: What another person asks the server for.
  ///   - refuses: Whether the server may refuse a request.
  private static func scenario(
    _ updater: some Updater<Library> & Sendable = LibraryUpdater(), does messages: [LibraryMessage],
    failures: Int = 1, other: PushRequest.Change? = nil, refuses: Bool = false
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      world.environment[UnrecordedEffects.self] = true
      var model = ModelServer()
      _ = model.push(PushRequest(key: "begin", change: .create(note(0, "one"))))
      let server = world.shared(model, as: "what the server has")
      let lost = world.shared(0, as: "how often the server was not reached")
      let outside = world.outside("server")
      let push = makePush(link: .reopening()) { request in
        try await outside.call(
          request.key,
          answers: Self.answers(
            to: request, server, lost, mayFail: lost.value < failures, mayRefuse: refuses))
      }
      let store = try Katana.Store(
        model: Client("one").library, updater: updater, interpreters: [PushInterpreter(push)],
        flow: world.flow)
      world.user("person", does: messages.map { message in { store.dispatch(message) } })
      world.user(
        "feed",
        does: [
          {
            let news = server.value.changes(after: store.withState(\.cursor))
            store.dispatch(LibraryMessage.fed(news, isCurrent: true))
          }
        ])
      if let other {
        world.user(
          "somebody else",
          does: [{ server.withValue { _ = $0.push(PushRequest(key: "other", change: other)) } }])
      }
      world.always("what is known of an item fits together") { Client(store.model).flaws.isEmpty }
      world.finally("nothing waits, and nothing was swallowed") {
        Self.isSettled(Client(store.model), server.value, written: messages, isShared: other != nil)
      }
    }
  }

  private static func answers(
    to request: PushRequest, _ server: Shared<ModelServer>, _ lost: Shared<Int>, mayFail: Bool,
    mayRefuse: Bool
  ) -> [Answer<PushAnswer>] {
    var answers: [Answer<PushAnswer>] = [.result { server.withValue { $0.push(request) } }]
    if mayFail {
      answers.append(
        .result {
          lost.value += 1
          throw Unreachable()
        })
      answers.append(
        .result {
          lost.value += 1
          server.withValue { _ = $0.push(request) }
          throw Unreachable()
        })
    }
    if mayRefuse { answers.append(.success(.refused("No."))) }
    return answers
  }

  private static func isSettled(
    _ before: Client, _ server: ModelServer, written messages: [LibraryMessage], isShared: Bool
  ) -> Bool {
    var client = before
    guard client.library.outbox.isEmpty, client.flaws.isEmpty else { return false }
    // What the person wrote last is there or in a conflict, before the feed has brought anything more.
    let last = messages.last { if case .edit = $0 { true } else { false } }
    if case .edit(let item) = last {
      let isThere = server.stored.contains(item.title)
      let isDisputed = client.library.conflicts.contains {
        client.library.entries[$0]?.item.title == item.title
      }
      guard isThere || isDisputed else { return false }
      let isShown = client.library.item(item.id)?.title == item.title
      guard isShown || isShared else { return false }
    }
    for (id, entry) in client.library.entries where entry.state == .shared {
      if server.records[id]?.version == entry.version, server.item(id) != entry.item { return false }
    }
    client.take(.fed(server.changes(after: client.library.cursor), isCurrent: true))
    return client.library.entries.allSatisfy { id, entry in
      if case .conflict(let theirs, _) = entry.state { return theirs == server.item(id) }
      return entry.content == server.item(id)
    } && server.records.allSatisfy { $0.value.item == nil || client.library.entries.contains(id: $0.key) }
  }
}
