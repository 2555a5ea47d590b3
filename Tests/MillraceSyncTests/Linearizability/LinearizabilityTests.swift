import MillraceSyncTesting
import Testing

/// A list to which clients append, and which they read.
private enum ListOperation: Sendable, CustomStringConvertible {
  case append(Int)
  case read

  var description: String {
    switch self {
    case .append(let value): "append \(value)"
    case .read: "read"
    }
  }
}

private typealias ListModel = SequentialModel<[Int], ListOperation, [Int]>
private typealias ListRecord = RecordedOperation<String, ListOperation, [Int]>

private let listModel = ListModel([]) { list, operation, answer in
  var list = list
  if case .append(let value) = operation { list.append(value) }
  return answer == nil || answer == list ? list : nil
}

/// A history of a real list: each operation happens at one moment between its call and its answer.
///
/// The answers of some are lost; some of those have happened, and have the answer that was lost if `knowing`
/// is true.
private func history(
  seed: UInt64, count: Int, keys: Int, clients: Int, lost: Int = 5, knowing: Bool = false
) -> [ListRecord] {
  var random = Seeded(state: seed)
  var lists: [String: [Int]] = [:]
  var records: [ListRecord] = []
  var time: UInt64 = 0
  var free = Array(repeating: true, count: clients)
  var running: [(client: Int, index: Int, isDone: Bool)] = []
  var value = 0
  while records.count < count || !running.isEmpty {
    time += 1
    let choice = Int.random(in: 0..<3, using: &random)
    if choice == 0, records.count < count,
      let client = free.indices.filter({ free[$0] }).randomElement(using: &random)
    {
      value += 1
      let key = "list \(Int.random(in: 0..<keys, using: &random))"
      let operation = Bool.random(using: &random) ? ListOperation.append(value) : .read
      records.append(ListRecord(key: key, client: "client \(client)", operation: operation, called: time))
      free[client] = false
      running.append((client, records.count - 1, false))
    } else if let place = running.indices.randomElement(using: &random) {
      let (client, index, isDone) = running[place]
      if !isDone {
        if Int.random(in: 0..<100, using: &random) < lost {
          // Lost before it happened, or behind it.
          if Bool.random(using: &random) {
            let answer = carryOut(records[index])
            if knowing { records[index].answer = answer }
          }
          running.remove(at: place)
          free[client] = true
        } else {
          records[index].answer = carryOut(records[index])
          running[place].isDone = true
        }
      } else {
        records[index].returned = time
        running.remove(at: place)
        free[client] = true
      }
    }
  }
  return records

  func carryOut(_ record: ListRecord) -> [Int] {
    if case .append(let value) = record.operation { lists[record.key, default: []].append(value) }
    return lists[record.key] ?? []
  }
}

extension LinearizabilityResult {
  fileprivate var isLinearizable: Bool { if case .linearizable = self { true } else { false } }
  fileprivate var violation: LinearizabilityViolation? {
    if case .violated(let violation) = self { violation } else { nil }
  }
}

@Suite("The check of linearizability")
struct LinearizabilityTests {
  @Test("accepts what a sequential object did, however the operations overlapped", arguments: UInt64(0)..<100)
  func accepted(seed: UInt64) {
    let clients = 1 + Int(seed % 6)
    var random = Seeded(state: seed)
    let records = history(seed: seed, count: 60, keys: 1 + Int(seed % 3), clients: clients)
    #expect(listModel.check(records.shuffled(using: &random)).isLinearizable, "seed \(seed)")
  }

  @Test("agrees with trying every order", arguments: UInt64(0)..<300)
  func everyOrder(seed: UInt64) {
    var random = Seeded(state: seed)
    var records = history(seed: seed, count: 6, keys: 1, clients: 3, lost: 20)
    // In two of three, one answer is made another.
    if seed % 3 > 0,
      let index = records.indices.filter({ records[$0].answer != nil }).randomElement(using: &random)
    {
      records[index].answer = records.compactMap(\.answer).randomElement(using: &random)
    }
    #expect(listModel.check(records).isLinearizable == hasOrder([], records), "seed \(seed)")
  }

  /// Returns true if an order exists, by its definition.
  private func hasOrder(_ list: [Int], _ rest: [ListRecord]) -> Bool {
    if rest.allSatisfy({ $0.returned == nil }) { return true }
    let firstReturn = rest.compactMap(\.returned).min() ?? .max
    for (index, record) in rest.enumerated() where record.called <= firstReturn {
      guard let after = listModel.step(list, record.operation, record.returned == nil ? nil : record.answer)
      else {
        continue
      }
      var others = rest
      others.remove(at: index)
      if hasOrder(after, others) { return true }
    }
    return false
  }

  @Test(
    "finds a read of the past, a lost append and an append that happened twice", arguments: UInt64(0)..<100)
  func planted(seed: UInt64) throws {
    let records = history(seed: seed, count: 80, keys: 1, clients: 4, lost: 0)
    try #require(listModel.check(records).isLinearizable)
    let end = (records.compactMap(\.returned).max() ?? 0) + 1
    let list = records.filter { $0.returned != nil }.compactMap(\.answer).max { $0.count < $1.count } ?? []
    try #require(list.count > 3)
    func with(_ answer: [Int]) -> [ListRecord] {
      records + [
        ListRecord(
          key: records[0].key, client: "reader", operation: .read, answer: answer, called: end,
          returned: end + 1)
      ]
    }
    try #require(listModel.check(with(list)).isLinearizable)
    let stale = listModel.check(with(list.dropLast())).violation
    let lost = listModel.check(with(Array(list[..<2] + list[3...]))).violation
    let doubled = listModel.check(with(Array(list[..<3] + list[2...]))).violation
    for violation in [stale, lost, doubled] {
      let violation = try #require(violation, "seed \(seed)")
      #expect(violation.order.count == 80 && violation.next == [80])
    }
  }

  @Test("lets an operation without an answer have happened late, or never, but not twice or before its call")
  func pending() {
    func record(
      _ operation: ListOperation, _ answer: [Int]?, _ called: UInt64, _ returned: UInt64?
    ) -> ListRecord {
      ListRecord(
        key: "k", client: "c", operation: operation, answer: answer, called: called, returned: returned)
    }
    let lost = record(.append(1), nil, 3, nil)
    func isLinearizable(_ answers: [[Int]]) -> Bool {
      let reads = answers.enumerated().map { number, answer in
        record(.read, answer, UInt64(number) * 4 + 1, UInt64(number) * 4 + 2)
      }
      return listModel.check([lost] + reads).isLinearizable
    }
    #expect(isLinearizable([[], [], []]))
    #expect(isLinearizable([[], [1], [1]]))
    #expect(isLinearizable([[], [], [1]]))
    #expect(!isLinearizable([[1], [1], [1]]))
    #expect(!isLinearizable([[], [1], []]))
    #expect(!isLinearizable([[], [1], [1, 1]]))
  }

  @Test("checks keys by themselves, and names the one that fails with what led there")
  func report() throws {
    var history = OperationHistory<String, ListOperation, [Int]>()
    for key in ["a", "b"] {
      let append = history.begin(key, .append(1), by: "one")
      let read = history.begin(key, .read, by: "two")
      history.end(append, answering: [1])
      history.end(read, answering: key == "b" ? [2] : [])
    }
    let refused = history.begin("b", .append(7), by: "three")
    history.forget(refused)
    let text = #"""
      The operations on b cannot have happened one at a time: after 1 of 2, none of those that had to come next is \
      possible. The order so far:
        one: append 1 -> [1]  [5, 7]
      The state behind them: [1]
      Not possible next:
        two: read -> [2]  [6, 8]
      """#
    #expect {
      _ = try listModel.require(history)
    } throws: { error in
      "\(error)" == text.replacing("\\\n", with: "")
    }
  }

  @Test("checks thousands of operations of one key, some without an answer")
  func large() {
    // A list as the state would make the test slow by itself: the number and a mix of the values do as well.
    let model = SequentialModel<[Int], ListOperation, [Int]>([0, 0]) { state, operation, answer in
      var state = state
      if case .append(let value) = operation {
        state = [state[0] + 1, (state[1] &* 31 &+ value) & 0xffff_ffff]
      }
      return answer == nil || answer == state ? state : nil
    }
    func short(_ records: [ListRecord]) -> [ListRecord] {
      records.map { record in
        var record = record
        record.answer = record.answer.map { list in
          list.reduce([0, 0]) { [$0[0] + 1, ($0[1] &* 31 &+ $1) & 0xffff_ffff] }
        }
        return record
      }
    }
    #expect(model.check(short(history(seed: 7, count: 5_000, keys: 1, clients: 16, lost: 1))).isLinearizable)

    // A later look has said what has happened, so that a mistake at the end is found, too.
    let known = short(history(seed: 8, count: 5_000, keys: 1, clients: 16, lost: 1, knowing: true))
    var broken = known.filter { $0.returned != nil || $0.answer != nil }
    #expect(broken.count < known.count && broken.contains { $0.returned == nil })
    #expect(model.check(broken).isLinearizable)
    if let index = broken.indices.last(where: { broken[$0].returned != nil }) {
      broken[index].answer = [0, 0]
    }
    #expect(model.check(broken).violation != nil)
  }

  @Test("says so when it gives up")
  func undecided() {
    let records = history(seed: 3, count: 60, keys: 1, clients: 6)
    guard case .undecided(let key) = listModel.check(records, stepLimit: 10) else {
      Issue.record("The check should have given up.")
      return
    }
    #expect(key == "list 0")
  }
}
