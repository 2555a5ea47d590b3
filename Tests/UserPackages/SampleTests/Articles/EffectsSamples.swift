import Millrace
import MillraceTesting
import Synchronization
import Testing

struct Mailbox: Equatable {
  var letters: [String] = []
  var isSending = false
  var problem: String?
}

enum MailboxMessage: Equatable, Sendable {
  case refresh
  case arrived([String])
  case send(String)
  case sent
  case failed(String)
  case followNews
  case news(String)
  case signOut
  case cleared
}

protocol PostOffice: Sendable {
  func collect() async throws -> [String]
  func deliver(_ letter: String) async throws
  var news: AsyncStream<String> { get }
}

struct Mail {
  let office: any PostOffice

  func update(_ box: inout Mailbox, _ message: MailboxMessage) -> Effect<MailboxMessage> {
    switch message {
    case .refresh:
      return .run(in: .exhaust("refresh"), label: "refresh") { [office] send in
        await send(.arrived(try await office.collect()))
      } catch: {
        .failed("\($0)")
      }
    case .send(let letter):
      box.isSending = true
      return .run(in: .concat("outbox").capacity(20), id: "outgoing", label: "send") { [office] send in
        try await office.deliver(letter)
        await send(.sent)
      } catch: {
        .failed("\($0)")
      }
    case .followNews:
      return .stream(office.news, id: "news", label: "news") { .news($0) }
    case .signOut:
      return .merge(.cancel(id: "outgoing"), .cancel(id: "news"), .send(.cleared))
    case .arrived(let letters): box.letters += letters
    case .news(let text): box.letters.append(text)
    case .sent: box.isSending = false
    case .failed(let problem): box.problem = problem
    case .cleared: box = Mailbox()
    }
    return .none
  }
}

/// A post office that answers at once, or always fails.
struct TestOffice: PostOffice {
  struct Closed: Error, CustomStringConvertible { let description = "closed" }

  var isClosed = false

  func collect() async throws -> [String] {
    if isClosed { throw Closed() }
    return ["Hello"]
  }

  func deliver(_ letter: String) async throws {}

  var news: AsyncStream<String> {
    AsyncStream { continuation in
      continuation.yield("Rain")
      continuation.yield("Sun")
      continuation.finish()
    }
  }
}

@MainActor
@Suite("Effects") struct EffectsSamples {
  @Test("Results come back as messages, and an error as the message that `catch` makes of it")
  func results() async {
    let store = Store(Mailbox(), update: Mail(office: TestOffice()).update)
    store.send(.refresh)
    store.send(.followNews)
    store.send(.send("Hi"))
    await store.run()
    #expect(Set(store.letters) == ["Hello", "Rain", "Sun"])
    #expect(!store.isSending)
    store.send(.signOut)
    #expect(store.state == Mailbox())

    let closed = Store(Mailbox(), update: Mail(office: TestOffice(isClosed: true)).update)
    closed.send(.refresh)
    await closed.run()
    #expect(closed.problem == "closed")
  }

  @Test("An effect says what it would do")
  func outline() {
    var box = Mailbox()
    let effect = Mail(office: TestOffice()).update(&box, .signOut)
    #expect(effect.outline == [.cancel(id: "outgoing"), .cancel(id: "news"), .message("cleared")])
    #expect(effect.messages == [.cleared])
  }

  @Test("Steps of one work are one effect, and each `send` returns after its turn")
  func steps() async {
    enum Step: Equatable, Sendable { case begin, half, done }

    let store = Store([Step](), of: Step.self) { steps, step in
      steps.append(step)
      guard step == .begin else { return .none }
      return .run(label: "two steps") { send in
        await send(.half)
        await send(.done)
      }
    }
    store.send(.begin)
    await store.run()
    #expect(store.state == [.begin, .half, .done])
  }

  @Test("`concatenate` starts a step when the one before has ended")
  func concatenate() async {
    let store = Store("", of: String.self) { text, message in
      text += message
      guard message == "!" else { return .none }
      return .concatenate(
        .run { send in await send("a") },
        .merge(.run { send in await send("b") }, .run { send in await send("b") }),
        .send("c"))
    }
    store.send("!")
    await store.run()
    #expect(store.state == "!abbc")
  }

  @Test("Operators: the first of two offices answers, in time, or is asked again")
  func operators() async {
    func fetch(_ office: any PostOffice, _ backup: any PostOffice) -> Effect<MailboxMessage> {
      func letters(_ office: any PostOffice) -> Effect<MailboxMessage> {
        .run { send in await send(.arrived(try await office.collect())) }
      }
      return .race(letters(office), letters(backup), in: .latest("fetch"), label: "fetch")
        .timeout(.seconds(10))
        .retry(3, backoff: .exponential(from: .seconds(1), atMost: .seconds(30)).jittered(0.5))
        .catching { .failed("\($0)") }
    }

    let store = Store(Mailbox(), of: MailboxMessage.self) { box, message in
      if case .refresh = message { return fetch(TestOffice(isClosed: true), TestOffice()) }
      return Mail(office: TestOffice()).update(&box, message)
    }
    await store.send(.refresh).finish()
    #expect(store.letters == ["Hello"])

    let clock = ImmediateClock()
    let failing = Store(
      Mailbox(), of: MailboxMessage.self, environment: StoreEnvironment(clock: clock)
    ) { box, message in
      if case .refresh = message {
        return Effect.run { _ in
          throw TestOffice.Closed()
        } catch: {
          .failed("\($0)")
        }
        .retry(3, backoff: .exponential(from: .seconds(1), atMost: .seconds(2)))
      }
      return Mail(office: TestOffice()).update(&box, message)
    }
    await failing.send(.refresh).finish()
    #expect(failing.problem == "closed")
    #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(2)])
  }

  @Test("A callback effect listens until it is cancelled")
  func callback() async {
    let bell = DoorChime()
    let store = Store(0, of: ChimeMessage.self) { count, message in
      switch message {
      case .listen:
        return .callback(id: "bell", label: "bell") { [bell] continuation in
          bell.listen { continuation.send(.rang) }
          continuation.onCancel { bell.listen(nil) }
        }
      case .rang: count += 1
      case .leave: return .cancel(id: "bell")
      }
      return .none
    }
    store.send(.listen)
    bell.ring()
    store.pump()
    #expect(store.state == 1)
    store.send(.leave)
    bell.ring()
    await store.run()
    #expect(store.state == 1)
  }
}

enum ChimeMessage: Sendable { case listen, rang, leave }

/// Calls its listener on the thread that rings.
nonisolated final class DoorChime: Sendable {
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  func listen(_ body: (@Sendable () -> Void)?) { listener.withLock { $0 = body } }

  func ring() { listener.withLock { $0 }?() }
}
