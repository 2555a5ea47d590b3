import Millrace
import Testing

/// The rows of a table as parts.
@MainActor
@Suite struct RowPartTests {
  private func rig(rows: Int = 3) -> PartsRig {
    let rig = PartsRig()
    var pictures: RowTable<Int, PartsDetail> = [:]
    for id in 0..<rows { pictures[id] = PartsDetail(uid: id) }
    rig.store.replace(PartsAlbum(pictures: pictures))
    return rig
  }

  @Test("A row's effects come back to the row, and end when it is removed")
  func removed() {
    let rig = rig()
    rig.send(.picture(1, .begin("one")), .picture(2, .begin("two")))
    #expect(rig.work.send("one", .heard("a")))
    rig.store.pump()
    #expect(rig.store.withState { $0.pictures[1]?.heard } == ["a"])
    rig.send(.remove(1))
    #expect(rig.inFlight == ["two"])
    #expect(!rig.work.send("one", .heard("late")))
  }

  @Test("A row that is removed and added again in one turn is another")
  func readded() {
    let rig = rig()
    rig.send(.picture(1, .begin("one")), .readd(1))
    #expect(rig.inFlight == [])
    rig.send(.picture(1, .begin("new")))
    #expect(rig.inFlight == ["new"])
  }

  @Test("When a table is replaced, its rows are identified by their ids")
  func wholesale() {
    let rig = rig()
    rig.send(.picture(1, .begin("one")), .picture(2, .begin("two")))
    rig.store.replace(PartsAlbum(pictures: [2: PartsDetail(uid: 9), 7: PartsDetail(uid: 7)]))
    #expect(rig.inFlight == ["two"])
    rig.store.replace(PartsAlbum())
    #expect(rig.inFlight == [])
  }

  @Test("A part of a row ends with what is in the row, or with the row")
  func nested() {
    let rig = rig()
    rig.send(.picture(1, .isZoomed(true)), .picture(1, .zoom(.begin("zoom"))), .picture(1, .begin("one")))
    rig.send(.picture(1, .isZoomed(false)))
    #expect(rig.inFlight == ["one"])
    rig.send(.picture(1, .isZoomed(true)), .picture(1, .zoom(.begin("zoom"))), .remove(1))
    #expect(rig.inFlight == [])
  }

  @Test("Rows that listen are asked what to listen to only when they have changed")
  func cost() {
    struct Row { var isOn = false }
    struct Rows { var all: RowTable<Int, Row> = [:] }
    enum RowsMessage: Sendable { case row(Int, Bool), add(Int) }
    let asked = PartsLocked(0)
    let stopped = PartsLocked<[String]>([])
    let part = RowPart<Rows, RowsMessage, Int, Bool>(
      "row", at: \.all, { .row($0, $1) },
      subscriptions: { row in
        asked.change { $0 += 1 }
        guard row.isOn else { return [] }
        return [.listening("on") { _ in { stopped.change { $0.append("on") } } }]
      }
    ) { (row: inout Row, isOn: Bool) in
      row.isOn = isOn
      return .none
    }
    var rows = Rows()
    for id in 0..<1000 { rows.all[id] = Row() }
    let store = Store(rows, parts: [part]) { rows, message in
      switch message {
      case .row(let id, let isOn): return part.update(&rows, id, isOn)
      case .add(let id): rows.all[id] = Row(isOn: true)
      }
      return .none
    }
    #expect(asked.read { $0 } == 1000)
    store.send(.row(5, true))
    store.send(.row(6, true))
    store.send(.add(1000))
    #expect(asked.read { $0 } == 1003)
    #expect(store.liveSubscriptions.count == 3)
    store.send(.row(5, false))
    #expect(stopped.read { $0 } == ["on"])
    #expect(store.liveSubscriptions.count == 2)
  }
}
