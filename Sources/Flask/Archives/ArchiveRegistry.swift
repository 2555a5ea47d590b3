/// The archive desks of a context: by their numbers, which messages carry, and by their keys.
///
/// They are found by their substances, which may end on any thread: one that ends has no desk any more, and one whose desk
/// is asked for something does not end meanwhile.
struct ArchiveRegistry {
  private struct Entry {
    weak var substance: SubstanceConcrete?
  }

  private var byNumber: [Int: Entry] = [:]
  private var byKey: [String: Entry] = [:]
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }

  mutating func add(_ substance: SubstanceConcrete, _ number: Int, _ key: String) {
    byNumber = byNumber.filter { $0.value.substance != nil }
    byKey = byKey.filter { $0.value.substance != nil }
    byNumber[number] = Entry(substance: substance)
    byKey[key] = Entry(substance: substance)
  }

  func isTaken(_ key: String) -> Bool { byKey[key]?.substance != nil }

  /// The numbers of all desks, in the order in which they were made.
  var numbers: [Int] { byNumber.keys.sorted() }

  /// The substance whose desk has this number; nil when it has ended.
  func substance(_ number: Int) -> SubstanceConcrete? { byNumber[number]?.substance }
}
