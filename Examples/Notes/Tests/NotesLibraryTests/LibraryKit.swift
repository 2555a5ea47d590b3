import Katana
import Millrace
import NotesModel
import NotesShelf

@testable import NotesLibrary

/// A note with a title and nothing else.
func note(_ number: Int, _ title: String) -> Item {
  .note(Note(userId: 1, id: number, title: title, body: ""))
}

/// The id of a note.
func id(_ number: Int) -> ItemID { ItemID(.notes, number) }

/// The servers' log.
struct Cloud {
  var messages: [(device: Int, message: ShelfMessage)] = [(0, .began(id: "s"))]

  /// The shelf behind all messages.
  var shelf: SharedShelf {
    var shelf = SharedShelf()
    for (_, message) in messages { shelf.take(message) }
    return shelf
  }

  init(_ titles: String...) {
    for title in titles { put(.create(note(0, title))) }
  }

  /// Another client changes something.
  mutating func put(_ action: ChangeItem.Action) {
    messages.append((0, .change(ChangeItem(action, key: "other-\(messages.count)"))))
  }
}

/// A library with a replica in the simplest form: what is confirmed, and what waits.
struct Device {
  let number: Int
  var library = Library()
  var reader = ShelfReader()
  private(set) var confirmed = SharedShelf()
  private(set) var pending: [ChangeItem] = []
  /// The number of pending commands that the log has.
  private var sent = 0
  private var position = 0
  private var keys = 0
  /// The events that must never happen, in sentences.
  private(set) var faults: [String] = []

  /// A device that has everything in a log.
  init(_ number: Int = 1, _ cloud: Cloud = Cloud()) {
    self.number = number
    tell(.named(client: "c\(number)"))
    tell(.connected(Greeting(id: "s", sequence: 0)))
    pull(cloud)
    tell(.caughtUp)
  }

  /// The confirmed shelf with what waits.
  var shown: SharedShelf {
    var shown = confirmed
    for command in pending where !shown.take(.change(command)) {}
    return shown
  }

  /// Tells the library something; returns what it asks of the shelf then.
  @discardableResult
  mutating func tell(_ message: LibraryMessage) -> [ChangeItem] {
    var commands: [ChangeItem] = []
    for case let submit as Submit in LibraryUpdater().update(model: &library, message: message) {
      keys += 1
      let command = ChangeItem(submit.action, key: "\(number)-\(keys)", created: submit.created)
      commands.append(command)
      var shelf = shown
      guard shelf.take(.change(command)) else {
        faults.append("\(command.action) is refused at once")
        continue
      }
      pending.append(command)
      read()
    }
    return commands
  }

  mutating func read(isReadAgain: Bool = false) {
    let messages = pending.map { ShelfMessage.change($0) }
    for news in reader.news(of: shown, pending: messages, for: library, isReadAgain: isReadAgain) {
      tell(.news(news))
    }
  }

  /// Sends what waits.
  mutating func push(_ cloud: inout Cloud) {
    cloud.messages += pending[sent...].map { (number, .change($0)) }
    sent = pending.count
  }

  /// Takes what is new.
  mutating func pull(_ cloud: Cloud) {
    var refused: [(command: ChangeItem, id: ItemID?)] = []
    for (device, message) in cloud.messages[position...] {
      let isAccepted = confirmed.take(message)
      guard device == number else { continue }
      let command = pending.removeFirst()
      sent -= 1
      if isAccepted { continue }
      refused.append((command, command.created.flatMap { confirmed.shelf.memory[$0]?.entry.id }))
    }
    position = cloud.messages.count
    read()
    for (command, id) in refused { tell(.refused(command, id: id, reason: nil)) }
  }

  /// The server refuses the first command that waits.
  mutating func refuseFirst(_ reason: String) {
    let command = pending.removeFirst()
    read()
    tell(.refused(command, id: nil, reason: reason))
  }

  /// Reads a log that was set back.
  mutating func startOver(_ cloud: Cloud) {
    (confirmed, position, sent) = (SharedShelf(), 0, 0)
    for (_, message) in cloud.messages { confirmed.take(message) }
    position = cloud.messages.count
    read(isReadAgain: true)
  }

  mutating func sync(_ cloud: inout Cloud) {
    push(&cloud)
    pull(cloud)
  }

  func entry(_ number: Int) -> Entry? { library.entries[id(number)] }

  func title(_ number: Int) -> String? { library.item(id(number))?.title }

  /// The parts of the library that are not what shelf and conflicts say, in sentences.
  var flaws: [String] {
    var flaws = faults
    let shelf = shown.shelf
    var disputed: Set<ItemID> = []
    var seen: Set<ItemID> = []
    for kind in Kind.allCases {
      for (number, row) in shelf.items(kind) {
        let id = library.uncertain[ItemID(kind, number)] ?? ItemID(kind, number)
        seen.insert(id)
        guard let entry = library.entries[id] else {
          flaws.append("\(id) is missing")
          continue
        }
        let theirs: Item? = if case .conflict(let theirs, _) = entry.state { theirs } else { entry.item }
        if theirs != row.item.numbered(id.number) || entry.version != row.version
          || entry.key != row.entry.key
        {
          flaws.append("\(id) is \(entry), and not \(row.entry)")
        }
      }
    }
    for (id, entry) in library.entries {
      if entry.item.id != id { flaws.append("\(id) holds \(entry.item.id)") }
      switch entry.state {
      case .shared:
        if !seen.contains(id) || !id.isShared { flaws.append("\(id) cannot be shared") }
      case .sent(let key):
        if !seen.contains(id) || !library.outbox.contains(id) {
          flaws.append("\(id) does not wait for \(key)")
        }
      case .conflict(let theirs, _):
        disputed.insert(id)
        if theirs == entry.content { flaws.append("\(id) is no conflict") }
        if theirs != nil, !seen.contains(id) { flaws.append("\(id) has no other side") }
      }
    }
    if Set(library.conflicts) != disputed || library.conflicts.count != disputed.count {
      flaws.append("the conflicts are \(library.conflicts), and disputed are \(disputed)")
    }
    if pending.isEmpty != library.outbox.isEmpty { flaws.append("the outbox is \(library.outbox)") }
    return flaws
  }
}
