import Testing

@testable import Millrace

@Suite("The changes of a table explain it")
struct TableChangeLawTests {
  /// A state that was seen, and what it was.
  private struct Sighting {
    let stamp: ChangeStamp
    let pairs: [(id: Int, row: TableSupport.Row)]
    /// The number of changes before.
    let changes: Int
  }

  /// One of several tables that were copied from one another.
  private struct Branch {
    var twin: TableSupport.Twin
    var past: [Sighting] = []
    /// The number of changes so far, and that number at the last change of everything.
    var changes = 0
    var changesAtBulk = 0
  }

  @Test(
    "what happened since a state leads from it to the present one, and other tables' states are unknown",
    arguments: 1...6)
  func changesExplainDifferences(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var branches = [Branch(twin: TableSupport.Twin(ids: 0..<(seed % 2 == 0 ? 25 : 120)))]
    for _ in 0..<1_500 {
      let chosen = Int.random(in: 0..<branches.count, using: &random)
      if branches.count < 5, Int.random(in: 0..<60, using: &random) == 0 { branches.append(branches[chosen]) }
      step(&branches[chosen], &random)
      let branch = branches[chosen]
      for _ in 0..<3 {
        let seen = branch.past[Int.random(in: 0..<branch.past.count, using: &random)]
        try check(branch, since: seen, "seed \(seed)")
      }
      try check(branch, since: branch.past[max(0, branch.past.count - 4)], "seed \(seed)")

      let other = branches[Int.random(in: 0..<branches.count, using: &random)]
      let ancestors = Set(branch.past.map(\.stamp))
      if !ancestors.contains(other.twin.table.changeStamp) {
        try #require(
          branch.twin.table.changes(since: other.twin.table.changeStamp) == .unknown, "seed \(seed)")
      }
    }
  }

  @Test("equal stamps are equal contents, of tables, of rows and of orders", arguments: 1...6)
  func equalStampsAreEqualContents(seed: Int) throws {
    struct RowStamp: Hashable {
      let id: Int
      let stamp: ChangeStamp
    }
    var random = TableSupport.Generator(seed: seed)
    var twins = [TableSupport.Twin(ids: 0..<40)]
    var contents: [ChangeStamp: [Int: TableSupport.Row]] = [:]
    var orders: [ChangeStamp: [Int]] = [:]
    var rows: [RowStamp: TableSupport.Row] = [:]
    for _ in 0..<2_000 {
      let chosen = Int.random(in: 0..<twins.count, using: &random)
      if Int.random(in: 0..<10, using: &random) == 0 {
        if twins.count < 6 { twins.append(twins[chosen]) } else { twins.remove(at: chosen) }
        continue
      }
      _ = twins[chosen].step(&random)
      let twin = twins[chosen]
      let ids = twin.pairs.map(\.id)
      let earlier = contents.updateValue(twin.rowsByID, forKey: twin.table.changeStamp)
      try #require(earlier == nil || earlier == twin.rowsByID, "seed \(seed)")
      let earlierOrder = orders.updateValue(ids, forKey: twin.table.ids.changeStamp)
      try #require(earlierOrder == nil || earlierOrder == ids, "seed \(seed)")
      for (id, row) in twin.pairs {
        guard let stamp = twin.table.changeStamp(of: id),
          rows.updateValue(row, forKey: RowStamp(id: id, stamp: stamp)) ?? row == row
        else {
          Issue.record("seed \(seed): row \(id) has the stamp of another content, or none")
          return
        }
      }
    }
  }

  @Test("the stamp of a row that was not changed stays, whatever happens around it", arguments: 1...6)
  func stampsOfUntouchedRowsStay(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var twin = TableSupport.Twin(ids: 0..<200)
    for _ in 0..<1_500 {
      let before = twin.table
      let name = twin.step(&random)
      guard case .changed(let changes) = twin.table.changes(since: before.changeStamp) else {
        if name.hasPrefix("sort") {
          for id in before.ids { try #require(twin.table.changeStamp(of: id) == before.changeStamp(of: id)) }
        }
        continue
      }
      let touched = Set(changes.filter { $0.kind != .moved }.map(\.id))
      let restamped = before.ids.filter { twin.table.changeStamp(of: $0) != before.changeStamp(of: $0) }
      try #require(touched.isSuperset(of: restamped), "seed \(seed), \(name)")
      for change in changes where change.kind == .updated || change.kind == .inserted {
        let stamp = twin.table.changeStamp(of: change.id)
        try #require(stamp == nil || stamp != before.changeStamp(of: change.id), "seed \(seed), \(name)")
      }
    }
  }

  private func step(_ branch: inout Branch, _ random: inout TableSupport.Generator) {
    if branch.past.isEmpty { branch.past.append(Sighting(stamp: .initial, pairs: [], changes: 0)) }
    let stamp = branch.twin.table.changeStamp
    _ = branch.twin.step(&random)
    if case .changed(let changes) = branch.twin.table.changes(since: stamp) {
      branch.changes += changes.count
    } else if branch.twin.table.changeStamp != stamp {
      // Either everything changed, or more rows than the log holds.
      branch.changes += 1
      branch.changesAtBulk = branch.changes
    }
    branch.past.append(
      Sighting(stamp: branch.twin.table.changeStamp, pairs: branch.twin.pairs, changes: branch.changes))
  }

  private func check(_ branch: Branch, since seen: Sighting, _ context: String) throws {
    let new = branch.twin
    switch new.table.changes(since: seen.stamp) {
    case .unknown:
      // A log of any size knows the last eight changes.
      let recent = seen.changes >= branch.changesAtBulk && branch.changes - seen.changes <= 8
      try #require(!recent, "\(context): a state \(branch.changes - seen.changes) changes ago is forgotten")
    case .unchanged:
      try #require(seen.pairs.map(\.id) == new.pairs.map(\.id), "\(context)")
      try #require(seen.pairs.map(\.row) == new.pairs.map(\.row), "\(context)")
    case .changed(let changes):
      try explain(seen.pairs, new, by: changes, context)
    }
  }

  private func explain(
    _ old: [(id: Int, row: TableSupport.Row)], _ new: TableSupport.Twin,
    by changes: ArraySlice<TableChange<Int>>, _ context: String
  ) throws {
    var present = Set(old.map(\.id))
    var rewritten: Set<Int> = []
    var displaced: Set<Int> = []
    var last = ChangeStamp.initial
    for change in changes {
      let wasPresent = present.contains(change.id)
      let isSound = change.stamp.number > last.number && wasPresent == (change.kind != .inserted)
      if !isSound { Issue.record("\(context): \(change) cannot have happened") }
      last = change.stamp
      if change.kind == .inserted { present.insert(change.id) }
      if change.kind == .removed { present.remove(change.id) }
      if change.kind != .moved { rewritten.insert(change.id) }
      if change.kind != .updated { displaced.insert(change.id) }
    }
    try #require(last == new.table.changeStamp, "\(context)")
    try #require(present == Set(new.pairs.map(\.id)), "\(context)")
    let rows = new.rowsByID
    try #require(old.allSatisfy { rewritten.contains($0.id) || rows[$0.id] == $0.row }, "\(context)")
    let stayedBefore = old.map(\.id).filter { !displaced.contains($0) }
    let stayedAfter = new.pairs.map(\.id).filter { !displaced.contains($0) }
    try #require(stayedBefore == stayedAfter, "\(context)")
  }
}
