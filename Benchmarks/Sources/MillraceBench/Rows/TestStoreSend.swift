import Measuring
import Millrace
import MillraceTesting

extension BenchmarkRow {
  /// The cost of asserting a turn instead of only taking it.
  static let testStoreSend = BenchmarkRow(
    "teststore-send", summary: "a message sent by a test store that asserts the change of one of ten fields",
    operations: 1_000_000, quickOperations: 100_000,
    floor: Comparison(
      "dispatch, 10 fields", goal: 20,
      Side {
        let store = Store(TenFields(), update: makeTenFieldsUpdate().call)
        let token = store.observe(\.counter, makeCounterObserver().call)
        return { operations in
          for _ in 0..<operations { store.send(.increment) }
          blackHole((store, token))
        }
      }),
    side: Side {
      let store = Store(TenFields(), update: makeTenFieldsUpdate().call)
      let token = store.observe(\.counter, makeCounterObserver().call)
      let test = TestStore(store)
      return { operations in
        for _ in 0..<operations { test.send(.increment) { $0.counter += 1 } }
        blackHole((test, token))
      }
    })

  private static func makeTenFieldsUpdate() -> TenFieldsUpdate {
    opaque(
      TenFieldsUpdate { state, _ in
        state.counter &+= 1
        return .none
      })
  }
}

private struct TenFieldsUpdate {
  let call: (inout TenFields, BenchMessage) -> Effect<BenchMessage>
}

/// A state as a screen has it.
private struct TenFields: Equatable {
  var counter = 0
  var name = "benchmark"
  var items = Array(0..<100)
  var isLoading = false
  var query = "the millrace"
  var selection: Int?
  var error: String?
  var page = 1
  var ratio = 0.5
  var tags = ["a", "b"]
}
