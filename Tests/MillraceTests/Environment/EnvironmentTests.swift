import Millrace
import Testing

@Suite("The environment")
struct EnvironmentTests {
  private enum Greeting: StoreEnvironmentKey {
    static let defaultValue = "hello"
  }
  private enum Farewell: StoreEnvironmentKey {
    static let defaultValue = "bye"
  }
  private enum Nickname: StoreEnvironmentKey {
    static let defaultValue: String? = "nobody"
  }
  private protocol Library: Sendable {
    func title() -> String
  }
  private struct Remote: Library {
    func title() -> String { "remote" }
  }
  private struct Local: Library {
    func title() -> String { "local" }
  }
  private enum LibraryKey: StoreEnvironmentKey {
    static var defaultValue: any Library { Remote() }
  }

  @Test("A key has its default until the application sets it, apart from other keys of its type")
  func keys() {
    var environment = StoreEnvironment()
    #expect(environment[Greeting.self] == "hello")
    environment[Greeting.self] = "hi"
    #expect(environment[Greeting.self] == "hi")
    #expect(environment[Farewell.self] == "bye")
    environment[Greeting.self] += "!"
    #expect(environment[Greeting.self] == "hi!")
  }

  @Test("A key may be of a protocol's type")
  func protocolKey() {
    var environment = StoreEnvironment()
    #expect(environment[LibraryKey.self].title() == "remote")
    environment[LibraryKey.self] = Local()
    #expect(environment[LibraryKey.self].title() == "local")
  }

  @Test("A key of an optional type has its default while nothing is set, and nil when that is set")
  func optionalKey() {
    var environment = StoreEnvironment()
    #expect(environment[Nickname.self] == "nobody")
    environment[Nickname.self] = nil
    #expect(environment[Nickname.self] == nil)
    environment[Nickname.self] = "Ada"
    #expect(environment[Nickname.self] == "Ada")
  }

  @Test("An environment is a value: a copy keeps what it had")
  func value() {
    var environment = StoreEnvironment()
    environment[Greeting.self] = "hi"
    let copy = environment
    environment[Greeting.self] = "ahoy"
    #expect(copy[Greeting.self] == "hi")
  }

  @Test("Identifiers are made of the environment's own random numbers unless others are given")
  func identifiers() {
    let seeded = StoreEnvironment(random: .seeded(1))
    let same = IdentifierSource.random(.seeded(1))
    #expect(seeded.identifiers.next() == same.next())
    let counting = StoreEnvironment(random: .seeded(1), identifiers: .counting())
    #expect(counting.identifiers.next() == Identifier(high: 0, low: 1))
  }

  @Test("An effect and its flow see the environment that the store was given")
  func inAStore() async {
    var environment = StoreEnvironment(
      random: .seeded(9), identifiers: .counting(), dates: .fixed(Timestamp(sinceEpoch: .seconds(5))))
    environment[Greeting.self] = "from the store"
    let store = Store([] as [String], of: String.self, environment: environment) { state, message in
      state.append(message)
      if message != "begin" { return .none }
      return .run { send in
        let environment = send.environment
        await send(environment[Greeting.self])
        await send("\(environment.identifiers.next().low)")
        await send("\(environment.dates.now().seconds)")
        await send("\(environment.random.next() == RandomSource.seeded(9).next())")
      }
    }
    #expect(store.flow.environment[Greeting.self] == "from the store")
    store.send("begin")
    await store.run()
    #expect(store.withState { $0 } == ["begin", "from the store", "1", "5.0", "true"])
  }

  @Test("A fixed date stays, a date of one's own is asked for each time, the system's goes on")
  func dates() {
    let fixed = DateSource.fixed(Timestamp(sinceEpoch: .seconds(1)))
    #expect([fixed.now(), fixed.now()].map(\.seconds) == [1, 1])
    let counting = IdentifierSource.counting()
    let own = DateSource { Timestamp(sinceEpoch: .seconds(counting.next().low)) }
    #expect([own.now(), own.now()].map(\.seconds) == [1, 2])
    let first = DateSource.system.now()
    // The first of January 2020; a clock before that is wrong, or this is.
    #expect(first.seconds > 1_577_836_800)
    #expect(DateSource.system.now() >= first)
  }

  @Test("A timestamp is exact to the nanosecond, ordered by time, and may be before 1970")
  func timestamps() {
    let nanosecond = Timestamp(sinceEpoch: .seconds(1_700_000_000) + .nanoseconds(1))
    let second = Timestamp(sinceEpoch: .seconds(1_700_000_000))
    #expect(second < nanosecond)
    #expect(nanosecond.sinceEpoch - second.sinceEpoch == .nanoseconds(1))
    #expect(Timestamp(sinceEpoch: .milliseconds(1_500)).seconds == 1.5)
    #expect(Timestamp(sinceEpoch: .milliseconds(-1_500)).seconds == -1.5)
    #expect(Timestamp(sinceEpoch: .seconds(-1)) < Timestamp(sinceEpoch: .zero))
    #expect(Set([second, second, nanosecond]).count == 2)
  }
}
