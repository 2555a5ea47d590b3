import Foundation
import Katana
import NotesModel

@testable import NotesLibrary

/// A person with a client, whose messages travel to the model of a server and back in all the ways in which
/// they may.
struct Site {
  let name: String
  var client: Client
  /// The requests that were not answered, in order; the first is on its way.
  private(set) var outbound: [PushRequest] = []
  /// The answers given, which may be heard again.
  private var answered: [(key: String, answer: PushAnswer)] = []
  /// The last change that the feed has brought since it was connected; nil when it is not.
  private var position: Int?
  private var heard: [FeedEntry] = []
  private var edits = 0
  /// The titles that the person has written.
  private(set) var written: Set<String> = []
  /// Of those, the ones that the person themselves has replaced, deleted or given up.
  private(set) var dropped: Set<String> = []
  /// The titles that the person has seen, on either side of a conflict.
  private(set) var seen: Set<String> = []

  init(_ name: String) {
    self.name = name
    client = Client()
    client.library = Library()
    tell(.named(client: name))
  }

  private mutating func tell(_ message: LibraryMessage) {
    let count = client.requests.count
    client.take(message)
    outbound += client.requests[count...]
    for entry in client.library.entries.rows {
      seen.insert(entry.item.title)
      if case .conflict(let theirs?, _) = entry.state { seen.insert(theirs.title) }
    }
  }

  // MARK: The person

  mutating func act(_ random: inout Random) {
    let shown = client.library.entries.rows.filter { !$0.isDeleted }
    switch random.below(8) {
    case 0: write(note(0, title(&random))) { .add($0) }
    case 1...4:
      guard let entry = random.element(of: shown) else { return }
      dropped.insert(entry.item.title)
      let number = entry.item.id.number
      write(note(number, title(&random))) { .edit($0) }
    case 5:
      guard let entry = random.element(of: shown) else { return }
      dropped.insert(entry.item.title)
      tell(.delete(entry.item.id))
    case 6: undo()
    default: resolve(&random)
    }
  }

  private mutating func title(_ random: inout Random) -> String {
    edits += 1
    return (random.below(8) == 0 ? "bad " : "") + "\(name) \(edits)"
  }

  private mutating func write(_ item: Item, _ message: (Item) -> LibraryMessage) {
    written.insert(item.title)
    tell(message(item))
  }

  private mutating func undo() {
    let deleted = client.library.deletion?.item
    tell(.undoDeletion)
    // It counts again, if that has brought it back.
    if let deleted, client.library.item(deleted.id) == deleted { dropped.remove(deleted.title) }
  }

  mutating func resolve(_ random: inout Random) {
    guard let id = random.element(of: client.library.conflicts), let entry = client.library.entries[id] else {
      return
    }
    let keepsMine = random.below(2) == 0
    if !keepsMine { dropped.insert(entry.item.title) }
    if keepsMine, entry.item.title.hasPrefix("bad"), !entry.isDeleted {
      dropped.insert(entry.item.title)
      edits += 1
      write(note(id.number, "\(name) \(edits)")) { .edit($0) }
    }
    tell(.resolve(id, keepingMine: keepsMine))
  }

  // MARK: The network

  /// The first request arrives; its answer may be lost, so that the request is sent again.
  mutating func push(to server: inout ModelServer, losing isLost: Bool) -> [String] {
    guard let request = outbound.first else { return [] }
    var flaws: [String] = []
    let before = server.records
    let answer = server.push(request)
    for (id, record) in server.records where record.version == (before[id]?.version ?? 0) + 1 {
      if let item = before[id]?.item, !seen.contains(item.title) {
        flaws.append("\(name) has changed \(item.title), which they have not seen")
      }
    }
    if !isLost {
      outbound.removeFirst()
      answered.append((request.key, answer))
      tell(.answered(key: request.key, answer))
    }
    return flaws
  }

  mutating func connect(to server: ModelServer) {
    if position != nil { return }
    tell(.connected(server.greeting))
    position = client.library.cursor
  }

  mutating func disconnect() {
    position = nil
    tell(.disconnected)
  }

  /// The feed brings some of what there is, and maybe some that it has brought before.
  mutating func hear(from server: ModelServer, atMost count: Int, again: Int = 0) {
    guard let position else { return }
    let all = server.changes(after: position)
    let batch = Array(all.prefix(count))
    tell(.fed(heard.suffix(again) + batch, isCurrent: batch.count == all.count))
    heard += batch
    self.position = batch.last?.sequence ?? position
  }

  /// An old answer is heard again.
  mutating func hearAgain(_ random: inout Random) {
    guard let old = random.element(of: answered) else { return }
    tell(.answered(key: old.key, old.answer))
  }

  /// The program ends and begins again, with what the journal has kept.
  mutating func restart() throws {
    let data = try JSONEncoder().encode(client.library)
    client.library = try JSONDecoder().decode(Library.self, from: data)
    disconnect()
  }
}

/// Numbers drawn from a seed.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.randomElement(using: &self)
  }
}
