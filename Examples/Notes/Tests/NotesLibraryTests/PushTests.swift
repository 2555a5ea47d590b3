import Katana
import KatanaTesting
import MillraceJournal
import NotesModel
import Testing

@testable import NotesLibrary

/// A library in a store without a journal, whose requests go where a test says.
@MainActor
final class LiveLibrary {
  let store: Katana.Store<Library>
  private(set) var errors: [FlowError] = []

  init(
    link: ServerLink, isRecorded: Bool = true,
    push: @escaping @Sendable (PushRequest) async throws -> PushAnswer
  ) throws {
    var environment = StoreEnvironment()
    environment[UnrecordedEffects.self] = isRecorded
    store = try Katana.Store(
      model: Client("one", "two").library, updater: LibraryUpdater(),
      interpreters: [PushInterpreter(makePush(link: link, push: push))], environment: environment)
    store.flow.errorHandler = { [unowned self] in errors.append($0) }
  }
}

@MainActor
@Suite("Pushing")
struct PushTests {
  @Test("What is changed while the server is away is sent in order when it is there")
  func waits() async throws {
    let (link, sent) = (ServerLink(), Notebook<PushRequest>())
    let live = try LiveLibrary(link: link) { request in
      sent.add(request)
      guard case .replace(let item, let version) = request.change else { throw Unreachable() }
      return .stored(item, version: version + 1)
    }
    live.store.dispatch(LibraryMessage.edit(note(2, "b")))
    live.store.dispatch(LibraryMessage.edit(note(1, "a")))
    live.store.dispatch(LibraryMessage.edit(note(2, "c")))
    #expect(sent.all.isEmpty)
    link.open()
    await live.store.run()
    #expect(sent.all.map(\.key) == ["c-1", "c-2", "c-3"])
    #expect(
      sent.all.map(\.change) == [
        .replace(note(2, "b"), version: 1), .replace(note(1, "a"), version: 1),
        .replace(note(2, "c"), version: 2),
      ])
    #expect(live.store.model.outbox.isEmpty)
    #expect(live.errors.isEmpty)
  }

  @Test("A request that does not reach the server closes the link and is sent again, under its key")
  func unreachable() async throws {
    let sent = Notebook<String>()
    let (losses, lost) = AsyncStream.makeStream(of: Void.self)
    let link = ServerLink { error in if error is Unreachable { lost.yield() } }
    let live = try LiveLibrary(link: link) { request in
      sent.add(request.key)
      if sent.all.count < 3 { throw Unreachable() }
      return .stored(note(1, "a"), version: 2)
    }
    link.open()
    live.store.dispatch(LibraryMessage.edit(note(1, "a")))
    var loss = losses.makeAsyncIterator()
    for _ in 1...2 {
      await loss.next()
      link.open()
    }
    await live.store.run()
    #expect(sent.all == ["c-1", "c-1", "c-1"])
    #expect(live.store.model.entries[id(1)]?.state == .shared)
  }

  @Test("A change that no journal keeps is refused, so that it does not wait for ever")
  func notKept() async throws {
    let live = try LiveLibrary(link: ServerLink(), isRecorded: false) { _ in throw Unreachable() }
    live.store.dispatch(LibraryMessage.edit(note(1, "a")))
    await live.store.run()
    #expect(live.store.model.conflicts == [id(1)])
    let reason = live.store.model.refusals.first?.reason ?? ""
    #expect(
      reason.hasPrefix(
        "The change could not be saved for sending, and was not sent: The durable effect `push`"))
  }

  @Test("The end of the library ends whoever waits for the server")
  func end() async throws {
    let link = ServerLink()
    let (end, gone) = AsyncStream.makeStream(of: Void.self)
    var live: LiveLibrary? = try LiveLibrary(link: link) { [leash = Leash(gone)] _ in
      withExtendedLifetime(leash) {}
      throw Unreachable()
    }
    weak let store = live?.store
    live?.store.dispatch(LibraryMessage.edit(note(1, "a")))
    live = nil
    // What sends goes with the library, when nothing waits any more.
    for await _ in end {}
    #expect(store == nil)
  }
}

/// Reports the end of its last owner.
private final class Leash: Sendable {
  private let gone: AsyncStream<Void>.Continuation

  init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }

  deinit { gone.finish() }
}

@Suite("Listening to the feed")
struct FeedInterpreterTests {
  @Test(
    "What comes is told, and its end to the library and to who looks after the connection",
    arguments: [true, false])
  func listens(fails: Bool) async {
    let reasons = Notebook<Bool>()
    var environment = StoreEnvironment()
    environment[FeedSource.self] = FeedSource { after in
      AsyncThrowingStream { stream in
        stream.yield(FeedBatch([news(after + 1, 1, version: 1, "one")], isCurrent: false))
        stream.yield(FeedBatch([], isCurrent: true))
        stream.finish(throwing: fails ? Unreachable() : nil)
      }
    } lost: { reason in
      reasons.add(reason is Unreachable)
    }
    let recorder = DispatchRecorder(environment: environment)
    let listening = recorder.listen(to: Feed(after: 3), by: FeedInterpreter.self)
    await listening.end()
    #expect(
      recorder.messages(of: LibraryMessage.self) == [
        .fed([news(4, 1, version: 1, "one")], isCurrent: false), .fed([], isCurrent: true), .disconnected,
      ])
    #expect(reasons.all == [fails])
  }

  @Test("A feed that was stopped has not ended by itself")
  func stopped() async {
    let reasons = Notebook<Bool>()
    var environment = StoreEnvironment()
    environment[FeedSource.self] = FeedSource { _ in
      AsyncThrowingStream { $0.yield(FeedBatch([], isCurrent: true)) }
    } lost: { _ in
      reasons.add(true)
    }
    let recorder = DispatchRecorder(environment: environment)
    let listening = recorder.listen(to: Feed(after: 0), by: FeedInterpreter.self)
    await recorder.waitForMessages(count: 1)
    listening.stop()
    await listening.end()
    #expect(recorder.messages(of: LibraryMessage.self) == [.fed([], isCurrent: true)])
    #expect(reasons.all == [])
  }

  @Test("Where there is no source the connection ends at once")
  func noSource() async {
    let recorder = DispatchRecorder()
    await recorder.listen(to: Feed(after: 0), by: FeedInterpreter.self).end()
    #expect(recorder.messages(of: LibraryMessage.self) == [.disconnected])
  }
}
