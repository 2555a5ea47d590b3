import Katana
import KatanaTesting
import Testing

private struct Row: Model, Equatable, Identifiable {
  let id: Int
  var values: [Int] = []
}

private struct Board: Model, Equatable {
  var array: [Row] = []
  var dictionary: [Int: Row] = [:]
}

private struct Push: Message {
  let id: Int
  let value: Int
}

private struct PushKey: Message {
  let key: Int
  let value: Int
}

private struct RowUpdater<Msg: Message>: TypedUpdater {
  let value: @Sendable (Msg) -> Int
  /// The places of the values before the change.
  let places: DemoLog<Int>

  func update(model: inout Row, message: Msg) -> [any Command] {
    places.add(demoPlace(model.values))
    model.values[0] = value(message)
    return []
  }
}

/// Rows of arrays and dictionaries.
struct RowTests {
  @Test("A row is found by any id, and changed in place, whatever its neighbours are")
  func inPlace() {
    let places = DemoLog<Int>()
    let updater = CombinedUpdater<Board>(
      .row(of: \.array, RowUpdater(value: { (message: Push) in message.value }, places: places)) {
        (message: Push) in message.id
      },
      .row(
        of: \.dictionary, RowUpdater(value: { (message: PushKey) in message.value }, places: places),
        key: { (message: PushKey) in message.key }))
    for seed in UInt64(1)...100 {
      var random = demoRandom(seed)
      let ids = (0..<Int.random(in: 1...20, using: &random)).shuffled(using: &random)
      var board = Board(
        array: ids.map { Row(id: $0, values: [-1]) },
        dictionary: Dictionary(uniqueKeysWithValues: ids.map { ($0, Row(id: $0, values: [-1])) }))
      for _ in 0..<20 {
        let (id, value) = (Int.random(in: -1...21, using: &random), Int.random(in: 0...99, using: &random))
        let isThere = ids.contains(id)
        let old = places.entries.count
        let message: any Message =
          Bool.random(using: &random) ? Push(id: id, value: value) : PushKey(key: id, value: value)
        #expect((updater.apply(message, to: &board) != nil) == isThere, "seed \(seed)")
        guard isThere else { continue }
        let row = message is Push ? board.array.first { $0.id == id } : board.dictionary[id]
        #expect(row?.values == [value], "seed \(seed)")
        #expect(places.entries.count == old + 1)
        #expect(places.entries.last == row.map { demoPlace($0.values) })
      }
    }
  }

  @Test("Subscriptions of the elements of an array, and of the values of a dictionary")
  func providers() {
    let one = FunctionSubscriptionProvider { (row: Row) in row.values.map { DemoTopic(name: "\($0)") } }
    let provider = CombinedSubscriptionProvider<Board>(
      .rows(of: \.array, one), .rows(of: \.dictionary.values, one))
    let board = Board(
      array: [Row(id: 1, values: [1, 2]), Row(id: 2, values: [3])], dictionary: [7: Row(id: 7, values: [4])])
    let names = provider.subscriptions(model: board, message: nil).compactMap { ($0 as? DemoTopic)?.name }
    #expect(names == ["1", "2", "3", "4"])
  }
}
