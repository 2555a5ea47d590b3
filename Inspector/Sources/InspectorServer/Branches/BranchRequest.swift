import InspectorCore
import Millrace
import MillraceJournal

/// The request for a branch, with its turns read from the history: a pure value but for the reading.
struct BranchRequest {
  let from: UInt64
  private(set) var turns: [Branch.Turn] = []
  private(set) var problems: [Branch.Problem] = []

  init(_ body: [UInt8], _ view: HistoryView) throws(InspectorProblem) {
    let object = try body.object
    guard let from = object["from"]?.unsigned, let steps = object["turns"], steps.form == .array else {
      throw .malformed(#"The request needs a body such as {"from":12,"turns":[{"n":13}]}."#)
    }
    self.from = view.clamped(from)
    for step in steps.children {
      guard turns.count < BranchBook.turnLimit else {
        throw .impossible("A branch has at most \(BranchBook.turnLimit) turns; begin it later.")
      }
      if let number = step.value["n"]?.unsigned {
        try keep(number, view)
      } else {
        try add(step.value, view)
      }
    }
  }

  private mutating func keep(_ number: UInt64, _ view: HistoryView) throws(InspectorProblem) {
    guard let place = view.index.place(of: number) else {
      throw .missing("Turn \(number) is not in this history, so that it cannot be kept.")
    }
    let entry = view.index.turns[place]
    let store = view.index.stores[Int(entry.store)]
    let content = try view.source.turn(at: entry.place)
    // A turn that has changed no state has nothing to compute.
    if entry.marks.contains(.unchanged) { return }
    guard store.isExact else {
      return note(store.name, "It has no schemas, so that its turns are left out of the branch.")
    }
    guard entry.marks.contains(.exact), !entry.marks.contains(.cut), let kind = content.kind else {
      return note(
        store.name,
        "The message of turn \(number) was not recorded whole, so that it is left out of the branch.")
    }
    append(number, entry, store: Int(entry.store), name: view.index.names[entry.name], content, kind)
  }

  private mutating func append(
    _ number: UInt64, _ entry: TurnEntry, store: Int, name: String, _ content: TurnContent, _ kind: String
  ) {
    turns.append(
      Branch.Turn(
        number: next, original: number, store: store, name: name, text: content.text, kind: kind,
        message: content.message, cause: entry.cause))
  }

  private mutating func add(_ step: JSONSlice, _ view: HistoryView) throws(InspectorProblem) {
    guard let name = step["store"]?.text, let kind = step["kind"]?.text, let message = step["message"] else {
      throw .malformed(#"A turn of a branch needs `n`, or `store`, `kind` and `message`."#)
    }
    let store = try view.store(name)
    guard view.index.stores[store].isExact else {
      return note(name, "It has no schemas, so that it takes no messages in a branch.")
    }
    var children = message.form == .object ? message.children : nil
    let label = children?.next()?.name ?? kind
    turns.append(
      Branch.Turn(
        number: next, original: nil, store: store, name: label,
        text: String(String(decoding: message.json.prefix(2000), as: UTF8.self).prefix(200)), kind: kind,
        message: Array(message.json), cause: .sent))
  }

  private var next: UInt64 { from + UInt64(turns.count) + 1 }

  private mutating func note(_ store: String, _ why: String) {
    if problems.count < 20, !problems.contains(where: { $0.store == store && $0.why == why }) {
      problems.append(Branch.Problem(store: store, turn: nil, why: why))
    }
  }
}
