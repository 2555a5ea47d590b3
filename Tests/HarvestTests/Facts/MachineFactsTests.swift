import Harvest
import HarvestStore
import Millrace
import MillraceToolkit
import Testing

/// The rows of a machine's table, as tools see them.
@MainActor
@Suite("Facts of a table")
struct MachineFactsTests {
  enum Input: CaseIterable, Sendable { case login, loginOK, logout, logoutOK, forceLogout }
  enum State: CaseIterable, Sendable { case loggedOut, loggingIn, loggedIn, loggingOut }
  typealias Machine = Harvester<Input, State>.EffectMapping<Void, BasicEffectQueue, Never>

  /// The rows of the original's example.
  private var mapping: Harvester<Input, State>.Mapping {
    .reduce(
      .first,
      [
        .login | .loggedOut => .loggingIn, .loginOK | .loggingIn => .loggedIn,
        .logout | .loggedIn => .loggingOut, .logoutOK | .loggingOut => .loggedOut,
        .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut,
      ])
  }

  private func facts(of flow: Flow, at index: Int = 0) -> StoreFacts {
    FlowInternals(flow).facts()[index].facts
  }

  @Test("The rows are listed with what they lead to, and nothing is counted before a tap watches")
  func rows() {
    let machine = Harvester(state: .loggedOut, mapping: mapping)
    machine.send(.login)
    let facts = facts(of: machine.store.flow)
    #expect(facts.dialect == "Harvest")
    #expect(facts.tables.map(\.title) == ["Rows"])
    #expect(
      facts.table("Rows")?.rows == [
        ["1", "login | loggedOut", "loggingIn", ""], ["2", "loginOK | loggingIn", "loggedIn", ""],
        ["3", "logout | loggedIn", "loggingOut", ""], ["4", "logoutOK | loggingOut", "loggedOut", ""],
        ["5", "forceLogout | busy", "loggingOut", ""],
      ])
    #expect(facts.table("Rows")?.marked == [])
  }

  @Test("While a tap watches, each row is counted, the last one is marked, and rejected inputs are counted")
  func coverage() {
    let machine = Harvester(state: .loggedOut, mapping: mapping)
    machine.send(.login)
    let tap = machine.store.flow.tap { _ in }
    for input in [.loginOK, .logout, .login, .logoutOK, .login, .forceLogout] as [Input] {
      machine.send(input)
    }
    let facts = facts(of: machine.store.flow)
    #expect(facts.table("Rows")?.rows.map { $0[3] } == ["1", "1", "1", "1", "1"])
    #expect(facts.table("Rows")?.marked == [4])
    #expect(facts.table("Coverage")?.columns == ["Inputs", "Accepted", "Rejected", "Rows", "Rows taken"])
    #expect(facts.table("Coverage")?.rows == [["6", "5", "1", "5", "5"]])
    withExtendedLifetime(tap) {}
  }

  @Test("The table is a diagram: its states, the present one lit, and the rows with their counts")
  func diagram() throws {
    let machine = Harvester(state: .loggedOut, mapping: mapping)
    let tap = machine.store.flow.tap { _ in }
    machine.send(.login)
    let diagram = try #require(facts(of: machine.store.flow).diagram)
    #expect(
      diagram.nodes.map(\.title) == ["loggedOut", "loggingIn", "loggedIn", "loggingOut", "busy"])
    #expect(diagram.nodes.filter(\.isActive).map(\.title) == ["loggingIn", "busy"])
    #expect(diagram.edges.map(\.title) == ["login", "loginOK", "logout", "logoutOK", "forceLogout [busy]"])
    #expect(diagram.edges.map(\.count) == [1, 0, 0, 0, 0])
    #expect(diagram.edges.map(\.isLast) == [true, false, false, false, false])
    withExtendedLifetime(tap) {}
  }

  @Test("A state that the table does not name is shown by the name of its case, without its contents")
  func unnamed() throws {
    enum Session: Equatable { case out, asked, inside(token: String) }
    typealias Table = Harvester<Input, Session>.Mapping
    let machine = Harvester<Input, Session>(
      state: .out,
      mapping: .reduce(
        .first,
        [
          .login | .out => .asked,
          Table { input, _ in input == .loginOK ? .inside(token: "secret") : nil },
        ]))
    machine.send(.login)
    machine.send(.loginOK)
    let facts = facts(of: machine.store.flow)
    #expect(facts.diagram?.nodes.map(\.title) == ["out", "asked", "inside"])
    #expect(facts.diagram?.nodes.map(\.isActive) == [false, false, true])
    #expect(!"\(facts)".contains("secret"))
  }

  /// A session whose table is that of its phase, if it has one.
  struct Whole: Equatable, Sendable {
    var phase: State? = .loggedOut
    var other: State = .loggedIn
    var count = 0
  }

  private typealias WholeMapping = Harvester<Input, Whole>.EffectMapping<Void, BasicEffectQueue, Never>

  private func lifted(_ part: WritableKeyPath<Whole, State?>) -> WholeMapping {
    (mapping.toEffectMapping() as Machine).lift(
      state: { $0[keyPath: part] },
      modify: { whole, change in
        guard var state = whole[keyPath: part] else { return false }
        change(&state)
        whole[keyPath: part] = state
        return true
      })
  }

  @Test("A table of a part of the state keeps its rows and its diagram, with the part's state lit")
  func liftedTable() throws {
    let machine = Harvester(
      state: Whole(),
      mapping: lifted(\.phase).updating { $1.count += 1 }
        .contramapWorld(reading: { $0.count }) { (world: Void, _) in world })
    let tap = machine.store.flow.tap { _ in }
    machine.send(.login)
    machine.send(.login)
    #expect(machine.state == Whole(phase: .loggingIn, count: 1))
    let facts = facts(of: machine.store.flow)
    #expect(facts.table("Rows")?.rows.map { $0[1] }.first == "login | loggedOut")
    #expect(facts.table("Rows")?.rows.map { $0[2] }.last == "loggingOut")
    #expect(facts.table("Rows")?.rows.map { $0[3] } == ["1", "0", "0", "0", "0"])
    let diagram = try #require(facts.diagram)
    #expect(
      diagram.nodes.map(\.title) == ["loggedOut", "loggingIn", "loggedIn", "loggingOut", "busy"])
    #expect(diagram.nodes.filter(\.isActive).map(\.title) == ["loggingIn", "busy"])
    #expect(diagram.edges.map(\.count) == [1, 0, 0, 0, 0])
    withExtendedLifetime(tap) {}
  }

  @Test("A table whose part is missing has its diagram, and no state of it is lit")
  func missingPart() throws {
    let machine = Harvester(state: Whole(phase: nil), mapping: lifted(\.phase))
    let diagram = try #require(facts(of: machine.store.flow).diagram)
    #expect(diagram.nodes.map(\.title) == ["loggedOut", "loggingIn", "loggedIn", "loggingOut", "busy"])
    #expect(diagram.nodes.filter(\.isActive).isEmpty)
  }

  @Test("One table in two parts is two diagrams, each with its own state")
  func twoParts() throws {
    let other: WholeMapping = (mapping.toEffectMapping() as Machine).lift(
      state: { $0.other },
      modify: { whole, change in
        change(&whole.other)
        return true
      })
    let machine = Harvester(state: Whole(), mapping: lifted(\.phase) + other)
    machine.send(.logout)
    let diagram = try #require(facts(of: machine.store.flow).diagram)
    #expect(Set(diagram.nodes.map(\.id)).count == 10 && diagram.edges.count == 10)
    #expect(diagram.nodes.filter(\.isActive).map(\.title) == ["loggedOut", "loggingOut"])
    #expect(diagram.edges.allSatisfy { $0.from.hasPrefix("table 2") == $0.to.hasPrefix("table 2") })
  }

  @Test("A machine of closures has rows without names and no diagram")
  func closures() {
    let machine = Harvester<Input, State>(
      state: .loggedOut, mapping: .makeInout { input, state in state = input == .login ? .loggingIn : state })
    let facts = facts(of: machine.store.flow)
    #expect(facts.table("Rows")?.rows == [["1", "a closure", "", ""]])
    #expect(facts.diagram == nil)
  }

  @Test("The counts sum to the inputs that a tap saw, and change no machine", arguments: 0..<20)
  func law(seed: Int) {
    var random = LawsRandom(UInt64(seed))
    let watched = Harvester(state: .loggedOut, mapping: mapping)
    let alone = Harvester(state: .loggedOut, mapping: mapping)
    var tap: ObservationToken?
    var seen = 0
    var accepted = 0
    let replies = alone.onReply { if tap != nil && $0.isSuccess { accepted += 1 } }
    for _ in 0..<200 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        tap?.cancel()
        tap = tap == nil ? watched.store.flow.tap { _ in } : nil
        watched.store.flow.pump()
      }
      let input = Input.allCases.randomElement(using: &random) ?? .login
      watched.send(input)
      alone.send(input)
      if tap != nil { seen += 1 }
      #expect(watched.state == alone.state, "seed \(seed)")
    }
    let facts = facts(of: watched.store.flow)
    let counts = facts.table("Rows")?.rows.compactMap { Int($0[3]) } ?? []
    let coverage = facts.table("Coverage")?.rows.first?.compactMap { Int($0) } ?? [0, 0, 0]
    #expect(coverage[0] == seen && coverage[1] + coverage[2] == seen, "seed \(seed)")
    #expect(coverage[1] == accepted && counts.reduce(0, +) == accepted, "seed \(seed)")
    withExtendedLifetime(replies) {}
  }

  @Test("Listeners receive the same replies while a tap watches")
  func replies() {
    let machine = Harvester(state: .loggedOut, mapping: mapping)
    var replies: [String] = []
    let listener = machine.onReply { replies.append("\($0)") }
    machine.send(.login)
    let tap = machine.store.flow.tap { _ in }
    machine.send(.loginOK)
    machine.send(.login)
    #expect(
      replies == [
        "login: loggedOut => loggingIn", "loginOK: loggingIn => loggedIn", "login: loggedIn, rejected",
      ])
    withExtendedLifetime((listener, tap)) {}
  }

  @Test("A two-way store shows the rows of its machine, and counts what bindings write")
  func store() {
    let store = HarvestStore.Store(state: State.loggedOut, mapping: mapping)
    let flow = store.harvester.store.flow
    let tap = flow.tap { _ in }
    store.proxy.send(.login)
    store.proxy.$state.wrappedValue = .loggedIn
    let rows = facts(of: flow).table("Rows")?.rows
    #expect(rows?.map { $0[1] }.prefix(2) == ["a closure", "login | loggedOut"])
    #expect(rows?.map { $0[3] } == ["1", "1", "0", "0", "0", "0"])
    #expect(facts(of: flow).diagram?.nodes.filter(\.isActive).map(\.title) == ["loggedIn", "busy"])
    withExtendedLifetime(tap) {}
  }
}
