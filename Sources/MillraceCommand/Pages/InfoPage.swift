import Millrace
import MillraceJournal

/// The page of `info`: the identity of a journal and the counts of its contents.
struct InfoPage {
  let info: JournalInfo
  /// The time of the oldest turn.
  var firstTime: Timestamp?
  var lastTime: Timestamp?
  /// The turn of the newest snapshot.
  var newestSnapshot: UInt64?

  func text(_ style: Style, _ times: TimeText) -> String {
    var sheet = FactPage()
    sheet.title(info.path)
    sheet.fact("flow", info.flow)
    sheet.fact("turns", turns)
    if let firstTime, let lastTime {
      sheet.fact("from", times.full(firstTime))
      let span = Amounts.duration(lastTime.sinceEpoch - firstTime.sinceEpoch)
      sheet.fact("to", times.full(lastTime) + (info.turns > 1 ? ", \(span) later" : ""))
    }
    if info.keptAfter > 0 {
      sheet.fact("compacted", "the turns up to \(Amounts.number(info.keptAfter)) were removed")
    }
    sheet.fact("snapshots", snapshots)
    if info.events > 0 {
      sheet.fact("events", "\(Amounts.number(info.events)) of effects between turns")
    }
    if info.openTasks > 0 {
      sheet.fact("open", Amounts.count(info.openTasks, "durable effect") + " without an answer", .yellow)
    }
    sheet.fact("size", size)
    sheet.fact("writer", writer, info.isInUse ? .green : .plain)
    sheet.fact("id", "\(info.id), form \(info.format)", .dim)
    if let parent = info.parent {
      let turn = info.parentSequence.map { " after turn \(Amounts.number($0))" } ?? ""
      sheet.fact("parent", "branched from \(parent)\(turn)", .dim)
    }
    if !info.stores.isEmpty {
      sheet.heading("Turns by store")
      sheet.bars(info.stores.map { ($0.store, $0.turns) }.sorted { $0.1 > $1.1 })
    }
    if !info.kinds.isEmpty {
      sheet.heading("Turns by kind of message")
      sheet.bars(kinds.sorted { $0.count > $1.count })
    }
    if !info.gaps.isEmpty {
      sheet.heading("Gaps")
      for gap in info.gaps {
        let place = "between turns \(Amounts.number(gap.after)) and \(Amounts.number(gap.until)): "
        var line = Line("  " + place, .yellow)
        line.add(gap.reason)
        sheet.line(line)
      }
    }
    return sheet.text(style)
  }

  /// The kinds with their counts, and the count of turns without one.
  private var kinds: [(name: String, count: Int)] {
    let kinds = info.kinds.map { (name: $0.kind.description, count: $0.turns) }
    let others = info.turns - kinds.reduce(0) { $0 + $1.count }
    return others > 0 ? kinds + [("no change of state", others)] : kinds
  }

  private var turns: String {
    guard let first = info.first, let last = info.last else { return "none yet" }
    return "\(Amounts.number(info.turns)), numbered \(Amounts.number(first)) to \(Amounts.number(last))"
  }

  private var snapshots: String {
    guard info.snapshots > 0 else { return "none" }
    let newest = newestSnapshot.map { ", the newest after turn \(Amounts.number($0))" } ?? ""
    return Amounts.number(info.snapshots) + newest
  }

  private var size: String {
    let log = info.logBytes > 0 ? " and \(Amounts.bytes(info.logBytes)) in its log" : ""
    return Amounts.bytes(info.databaseBytes) + log
  }

  private var writer: String {
    guard info.isInUse else { return "no process has it open for writing" }
    return info.process.map { "process \($0) has it open for writing" } ?? "a process has it open for writing"
  }

  var json: JournalValue {
    .object([
      "path": .text(info.path), "id": .text(info.id), "flow": .text(info.flow),
      "format": .number(info.format),
      "parent": .text(info.parent), "parentTurn": .number(info.parentSequence),
      "keptAfter": .number(info.keptAfter), "first": .number(info.first), "last": .number(info.last),
      "firstTime": .time(firstTime), "lastTime": .time(lastTime), "turns": .number(info.turns),
      "events": .number(info.events), "snapshots": .number(info.snapshots),
      "newestSnapshot": .number(newestSnapshot), "openTasks": .number(info.openTasks),
      "gaps": .array(info.gaps.map(\.json)),
      "stores": .array(
        info.stores.map { .object(["store": .text($0.store), "turns": .number($0.turns)]) }),
      "kinds": .array(
        info.kinds.map { count in
          .object([
            "kind": .text(count.kind.name), "version": .number(count.kind.version),
            "turns": .number(count.turns),
          ])
        }),
      "databaseBytes": .number(info.databaseBytes), "logBytes": .number(info.logBytes),
      "inUse": .bool(info.isInUse), "process": .number(info.process),
    ])
  }
}
