import Measuring
import Millrace
import MillraceCoding
import MillraceInspector

extension BenchmarkRow {
  /// A turn in an application that would attach an inspector if it were asked for.
  static let inspectorOff = BenchmarkRow(
    "inspector-off", summary: "the row dispatch after `Inspector.attach` without an address",
    operations: 5_000_000, quickOperations: 500_000, allocationGoal: 0,
    floor: Comparison("dispatch", goal: 1.2, dispatchSide(tapped: false)),
    side: Side {
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let inspector = Inspector.attach(to: store.flow, inReleaseBuilds: true)
      return { operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, token, inspector))
      }
    })

  /// A turn at home while a tool reads.
  static let inspectorTurn = BenchmarkRow(
    "inspector-turn", summary: "the row dispatch with an inspector attached, whose tool reads",
    operations: 100_000, quickOperations: 20_000, timeGoal: 1000,
    floor: Comparison("dispatch with a tap", dispatchSide(tapped: true)),
    side: Side(async: {
      let sink = InspectorSink()
      let store = Store(BenchState(), update: makeUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let inspector = Inspector.attach(to: store.flow, address: sink.address, inReleaseBuilds: true)
      await sink.connected()
      return { @MainActor operations in
        for _ in 0..<operations { store.send(.increment) }
        blackHole((store, token, inspector, sink))
      }
    }))

  /// One sample of a plain array, from the request to the answer.
  static let inspectorSample = BenchmarkRow(
    "inspector-sample", summary: "a sample of an array of 10,000 rows, copied, encoded, sent and read",
    operations: 20, quickOperations: 5, mostRuns: 15,
    floor: Comparison(
      "the rows, encoded as CBOR and as JSON",
      Side {
        let rows = SampledRow.many
        let encoder = RecordEncoder()
        return { operations in
          for _ in 0..<operations {
            guard let bytes = try? encoder.encode(rows), let value = try? JournalValue(cbor: bytes) else {
              return
            }
            blackHole(value.json())
          }
        }
      }),
    side: Side(async: {
      let sink = InspectorSink()
      let store = Store(SampledRow.many, of: Int.self) { rows, index in
        rows[index].count += 1
        return .none
      }
      Inspector.attach(to: store.flow, address: sink.address, inReleaseBuilds: true)?
        .show(store, state: RecordSchema("rows"), messages: RecordSchema("touch"))
      await sink.connected()
      return { @MainActor operations in
        for index in 0..<operations {
          store.send(index)
          await sink.sample()
        }
        blackHole((store, sink))
      }
    }))

  /// A turn of a large table, and the sample of it.
  static let inspectorTable = BenchmarkRow(
    "inspector-table",
    summary: "a turn that changes one of 100,000 rows, and the sample of the table behind it",
    operations: 2000, quickOperations: 200, mostRuns: 15,
    floor: Comparison(
      "such a turn without an inspector",
      Side {
        let store = SampledTable.makeStore()
        return { operations in
          for index in 0..<operations { store.send(index) }
          blackHole(store)
        }
      }),
    side: Side(async: {
      let sink = InspectorSink()
      let store = SampledTable.makeStore()
      Inspector.attach(to: store.flow, address: sink.address, inReleaseBuilds: true)?
        .show(
          store, state: RecordSchema("table"), messages: RecordSchema("touch"), tables: [ShownTable(\.rows)])
      await sink.connected()
      // The first sample is a whole one.
      await sink.sample()
      return { @MainActor operations in
        for index in 0..<operations {
          store.send(index)
          await sink.sample()
        }
        blackHole((store, sink))
      }
    }))
}

private struct SampledTable: Codable, Sendable {
  var rows = RowTable<Int, SampledRow>()

  @MainActor
  static func makeStore() -> Store<SampledTable, Int> {
    var table = SampledTable()
    for id in 0..<100_000 { table.rows[id] = SampledRow(id: id, title: "row number \(id)") }
    return Store(table, of: Int.self) { table, index in
      table.rows[index % 100_000]?.count += 1
      return .none
    }
  }
}

/// A row of a list in an application.
private struct SampledRow: Codable, Sendable {
  let id: Int
  var title: String
  var count = 0
  var isDone = false

  static let many = (0..<10_000).map { SampledRow(id: $0, title: "row number \($0)") }
}
