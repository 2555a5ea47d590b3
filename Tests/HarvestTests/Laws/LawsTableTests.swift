import Testing

@testable import Harvest

private enum LawsKey: Hashable, CaseIterable {
  case login, logout, force, reset
}

private enum LawsScreen: Hashable, CaseIterable {
  case out, entering, inside, leaving
}

private typealias Machine = Harvester<LawsKey, LawsScreen>

/// The tables that the operators make.
struct LawsTableTests {
  private func accepted(_ mapping: Machine.Mapping) -> [String] {
    LawsKey.allCases.flatMap { key in
      LawsScreen.allCases.compactMap { screen in mapping.run(key, screen).map { "\(key) \(screen) \($0)" } }
    }
  }

  @Test("A value takes itself: an input in a state")
  func values() {
    let mapping: Machine.Mapping = LawsKey.login | .out => .entering
    #expect(accepted(mapping) == ["login out entering"])
  }

  @Test("A predicate takes what satisfies it, as an input and as a state")
  func predicates() {
    let isBusy = { (screen: LawsScreen) in screen == .entering || screen == .inside }
    let isOut = { (key: LawsKey) in key == .logout || key == .force }
    let one: Machine.Mapping = LawsKey.force | isBusy => LawsScreen.leaving
    #expect(accepted(one) == ["force entering leaving", "force inside leaving"])
    let both: Machine.Mapping = isOut | isBusy => LawsScreen.leaving
    #expect(
      accepted(both) == [
        "logout entering leaving", "logout inside leaving", "force entering leaving", "force inside leaving",
      ])
    let inputOnly: Machine.Mapping = isOut | LawsScreen.inside => LawsScreen.leaving
    #expect(accepted(inputOnly) == ["logout inside leaving", "force inside leaving"])
  }

  @Test("any takes everything, on both sides")
  func anything() {
    let anyState: Machine.Mapping = LawsKey.reset | any => LawsScreen.out
    #expect(accepted(anyState) == LawsScreen.allCases.map { "reset \($0) out" })
    let anyInput: Machine.Mapping = any | LawsScreen.leaving => LawsScreen.out
    #expect(accepted(anyInput) == LawsKey.allCases.map { "\($0) leaving out" })
    let both: Machine.Mapping = any | any => LawsScreen.out
    #expect(accepted(both).count == 16)
  }

  @Test("when takes what satisfies it, and its name is kept")
  func named() {
    let mapping: Machine.Mapping =
      LawsKey.force | matching("busy") { $0 == .entering || $0 == .inside } => .leaving
    #expect(accepted(mapping) == ["force entering leaving", "force inside leaving"])
    #expect(mapping.rules.first?.row?.guards == ["busy"])
    let input: Machine.Mapping = matching("going") { $0 == .logout } | .inside => .leaving
    #expect(accepted(input) == ["logout inside leaving"])
    #expect(input.rules.first?.row?.guards == ["going"])
    let two: Machine.Mapping =
      matching("going") { $0 == .logout } | matching("busy") { $0 == .inside } => LawsScreen.leaving
    #expect(two.rules.first?.row?.guards == ["going", "busy"])
  }

  @Test("A pattern `any` takes everything, too, and a row says what it takes")
  func patterns() {
    let row: Machine.Mapping = LawsKey.reset | Transition(from: .any, to: .out)
    #expect(accepted(row) == LawsScreen.allCases.map { "reset \($0) out" })
    #expect(row.rules.first?.row?.input.name == "reset")
    #expect(row.rules.first?.row?.from.name == "any")
    #expect(row.rules.first?.row?.matches(.reset, .inside) == true)
    #expect(row.rules.first?.row?.matches(.login, .inside) == false)
  }

  @Test("A function gives the next state, for a value, a predicate and a pattern")
  func functions() {
    let next = { (screen: LawsScreen) -> LawsScreen in screen == .inside ? .leaving : .out }
    let value: Machine.Mapping = LawsKey.logout | next
    #expect(
      accepted(value) == [
        "logout out out", "logout entering out", "logout inside leaving", "logout leaving out",
      ])
    let predicate: Machine.Mapping = { (key: LawsKey) in key == .logout } | next
    #expect(accepted(predicate) == accepted(value))
    let pattern: Machine.Mapping = matching("going") { $0 == .logout } | next
    #expect(accepted(pattern) == accepted(value))
  }

  @Test("=> binds tighter than |, and | goes from left to right")
  func precedence() {
    typealias Effects = Machine.EffectMapping<Int, LawsQueue, String>
    let flat: Effects = LawsKey.login | .out => .entering | .cancel("x")
    let nested: Effects = (LawsKey.login | (LawsScreen.out => .entering)) | Effects.Effect.cancel("x")
    for key in LawsKey.allCases {
      for screen in LawsScreen.allCases {
        let (one, other) = (flat.run(key, screen), nested.run(key, screen))
        #expect(one?.0 == other?.0)
        #expect(one.map { lawsText($0.1) } == other.map { lawsText($0.1) })
      }
    }
    #expect(flat.run(.login, .out).map { $0.0 == .entering && lawsText($0.1) == ["cancel x"] } == true)
  }

  @Test("mapping | effect asks for it where the mapping accepts, and nowhere else")
  func effects() {
    typealias Effects = Machine.EffectMapping<Int, LawsQueue, String>
    let rows: Machine.Mapping = .reduce(.first, [.login | .out => .entering, .logout | .inside => .leaving])
    let mapping: Effects = rows | Effects.Effect.cancel("x")
    #expect(mapping.run(.login, .out).map { lawsText($0.1) } == ["cancel x"])
    #expect(mapping.run(.logout, .inside).map { lawsText($0.1) } == ["cancel x"])
    #expect(mapping.run(.login, .inside) == nil)
    let empty: Effects = rows | .empty
    #expect(empty.run(.login, .out).map { $0.1.isEmpty } == true)
  }

  @Test("mapping | { world in effect } makes the effect of the world")
  func worldly() {
    typealias Effects = Machine.EffectMapping<Int, LawsQueue, String>
    let mapping: Effects = .login | .out => .entering | { world in .cancel("world \(world)") }
    #expect(mapping.run(.login, .out).map { lawsText($0.1, world: 3) } == ["made", "cancel world 3"])
    #expect(mapping.run(.login, .inside) == nil)
  }

  @Test("A list of rows reads as a table, of which the first that takes the input decides")
  func table() {
    typealias Effects = Machine.EffectMapping<Int, LawsQueue, String>
    let busy = matching("busy") { (screen: LawsScreen) in screen != .out }
    let mapping = Effects.reduce(
      .first,
      [
        .login | .out => .entering | .cancel("1"),
        .login | any => .inside | .empty,
        .force | busy => .leaving | .cancel("2"),
        .reset | any => .out | { _ in .cancel("3") },
      ])
    #expect(mapping.run(.login, .out)?.0 == .entering)
    #expect(mapping.run(.login, .leaving)?.0 == .inside)
    #expect(mapping.run(.force, .inside)?.0 == .leaving)
    #expect(mapping.run(.force, .out) == nil)
    #expect(mapping.run(.reset, .leaving)?.0 == .out)
    #expect(mapping.run(.logout, .inside) == nil)
  }
}
