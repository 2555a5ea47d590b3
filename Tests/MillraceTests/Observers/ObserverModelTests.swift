import Millrace
import TestResources
import Testing

/// Random turns and random observers that come and go, compared with a model that looks at everything.
@MainActor
@Suite("Observers are called as a naive model says")
struct ObserverModelTests {
  /// A part that an observer looks at.
  private enum Look: CaseIterable {
    case whole, left, sum, child, leftChange, row, table, changes, message, scopedRow
  }

  private final class Owner {}

  /// An observer as the test knows it.
  private struct Watcher {
    let look: Look
    let row: Int
    /// Whom it ends when it is called, itself perhaps.
    var victims: [Int] = []
  }

  private typealias TestStore = Store<ObserverModelState, ObserversEdit<ObserverModelState>>

  @MainActor
  private final class World {
    let store: TestStore = observersStore(ObserverModelState())
    var random: SeededGenerator
    var model = ObserverModel()
    var version = 0
    var watchers: [Int: Watcher] = [:]
    /// The only references to the tokens and the owners.
    var lives: [Int: AnyObject] = [:]
    var lastNumber = 0
    /// The calls of the turn, as text, by watcher.
    var calls: [Int: [String]] = [:]
    /// The watchers that were ended in this turn before they were called.
    var ended: Set<Int> = []
    /// The watchers that were called after they had ended.
    var late: [Int] = []
    /// The number of calls, and of those that were due and did not come because the watcher had been ended.
    var told = 0
    var skipped = 0

    init(seed: Int) { random = SeededGenerator(seed: seed) }

    func called(_ number: Int, _ text: String) {
      guard let watcher = watchers[number] else {
        late.append(number)
        return
      }
      calls[number, default: []].append(text)
      for victim in watcher.victims { end(victim) }
      if !watcher.victims.isEmpty && number % 3 == 0 { begin() }
    }

    func end(_ number: Int) {
      guard watchers[number] != nil else { return }
      if calls[number] == nil { ended.insert(number) }
      watchers[number] = nil
      lives[number] = nil
    }

    func begin() {
      lastNumber += 1
      let number = lastNumber
      let look = Look.allCases.randomElement(using: &random) ?? .whole
      let row = Int.random(in: 0..<24, using: &random)
      if Bool.random(using: &random) {
        lives[number] = observe(look, row) { [unowned self] in called(number, $0) }
      } else {
        let owner = Owner()
        lives[number] = owner
        observe(look, row, owner) { [unowned self] in called(number, $0) }
      }
      watchers[number] = Watcher(look: look, row: row)
    }

    // MARK: The store's side

    private func observe(_ look: Look, _ row: Int, _ call: @escaping (String) -> Void) -> ObservationToken {
      switch look {
      case .whole: store.observe { call("\($0.left) \($0.right) \($0.table.count)") }
      case .left: store.observe(\.left) { call("\($0)") }
      case .sum: store.observe(\.sum) { call("\($0)") }
      case .child: store.observe(\.child?.age) { call("\($0 ?? -1)") }
      case .leftChange: store.observeChange(of: \.left) { call("\($0) to \($1)") }
      case .row: store.observe(\.table, row: row) { call("\($0 ?? -1)") }
      case .table: store.observe(\.table) { call("\($0.map(\.id))") }
      case .changes: store.observeChanges(in: \.table) { call("\($1.map(\.id))") }
      case .message: store.observe(messages: ObserversEdit<ObserverModelState>.self) { _ in call("message") }
      case .scopedRow: scope(row).observe(\.self) { call("\($0 ?? -1)") }
      }
    }

    private func observe(_ look: Look, _ row: Int, _ owner: Owner, _ call: @escaping (String) -> Void) {
      switch look {
      case .whole: store.observeState(owner: owner) { call("\($1.left) \($1.right) \($1.table.count)") }
      case .left: store.observe(\.left, owner: owner) { call("\($1)") }
      case .sum: store.observe(\.sum, owner: owner) { call("\($1)") }
      case .child: store.observe(\.child?.age, owner: owner) { call("\($1 ?? -1)") }
      case .leftChange: store.observeChange(of: \.left, owner: owner) { call("\($1) to \($2)") }
      case .row: store.observe(\.table, row: row, owner: owner) { call("\($1 ?? -1)") }
      case .table, .changes: store.observe(\.table, owner: owner) { call("\($1.map(\.id))") }
      case .message:
        store.observe(messages: ObserversEdit<ObserverModelState>.self, owner: owner) { _, _ in
          call("message")
        }
      case .scopedRow: scope(row).observe(\.self, owner: owner) { call("\($1 ?? -1)") }
      }
    }

    private func scope(_ row: Int) -> Scope<Int?, ObserversEdit<ObserverModelState>> {
      store.scope(\.table, row: row) { $0 }
    }

    // MARK: The model's side

    /// Returns the text that a watcher must receive after the turn; nil for nothing.
    func expected(_ watcher: Watcher, since old: ObserverModel) -> String? {
      switch watcher.look {
      case .whole: "\(model.left) \(model.right) \(model.rows.count)"
      case .left: old.left == model.left ? nil : "\(model.left)"
      case .sum:
        old.left + old.right == model.left + model.right ? nil : "\(model.left + model.right)"
      case .child: old.child == model.child ? nil : "\(model.child ?? -1)"
      case .leftChange: old.left == model.left ? nil : "\(old.left) to \(model.left)"
      case .row:
        old.row(watcher.row)?.version == model.row(watcher.row)?.version
          ? nil : "\(model.row(watcher.row)?.value ?? -1)"
      case .scopedRow:
        old.row(watcher.row)?.value == model.row(watcher.row)?.value
          ? nil : "\(model.row(watcher.row)?.value ?? -1)"
      case .table, .changes:
        old.tableVersion == model.tableVersion ? nil : "\(model.rows.map(\.id))"
      case .message: "message"
      }
    }

    func takeTurn(_ steps: [ObserverModelStep]) {
      let old = model
      let before = watchers
      calls = [:]
      ended = []
      late = []
      for step in steps { step.apply(to: &model, version: &version) }
      store.edit { state in for step in steps { step.apply(to: &state) } }
      #expect(late == [], "were called after they had ended")
      for (number, watcher) in before {
        let calls = calls[number] ?? []
        told += calls.count
        if let text = expected(watcher, since: old) {
          if ended.contains(number) {
            skipped += 1
            #expect(calls == [], "\(watcher.look) of row \(watcher.row), ended before")
          } else {
            #expect(calls == [text], "\(watcher.look) of row \(watcher.row)")
          }
        } else {
          #expect(calls == [], "\(watcher.look) of row \(watcher.row), not affected")
        }
      }
      let rows = store.withState { state in state.table.map { [$0.id, $0.row] } }
      #expect(rows == model.rows.map { [$0.id, $0.value] })
    }

    func play(turns: Int) {
      for _ in 0..<turns {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { begin() }
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
          if let number = someWatcher() { end(number) }
        }
        if Int.random(in: 0..<4, using: &random) == 0, let number = someWatcher() {
          let victims = [number, someWatcher(), someWatcher()].compactMap { $0 }
          watchers[number]?.victims = Array(victims.dropFirst(Int.random(in: 0...1, using: &random)))
        }
        let count = Int.random(in: 0..<8, using: &random) == 0 ? 40 : Int.random(in: 0..<4, using: &random)
        takeTurn((0..<count).map { _ in .random(using: &random) })
        if Int.random(in: 0..<3, using: &random) == 0 { store.pump() }
      }
    }

    /// A number that does not depend on the order of a dictionary.
    private func someWatcher() -> Int? { watchers.keys.sorted().randomElement(using: &random) }
  }

  @Test("Every affected observer is called once, with the right value; no other one is", arguments: 0..<40)
  func asTheModelSays(seed: Int) {
    let world = World(seed: seed)
    world.play(turns: 120)
    #expect(world.told > 100, "seed \(seed) tells too little to say anything")
    #expect(world.skipped > 0, "seed \(seed) ends nobody before its call")
  }
}
