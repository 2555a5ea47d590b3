import Foundation
import NotesModel

func note(_ number: Int) -> Note {
  Note(userId: 1, id: number, title: "Note “\(number)”", body: "first line\nsecond line")
}

func entry(_ sequence: Int) -> FeedEntry {
  let item = sequence.isMultiple(of: 3) ? nil : Item.note(note(sequence))
  return FeedEntry(
    sequence: sequence, id: ItemID(.notes, sequence), version: 2, key: sequence.isMultiple(of: 2) ? "k" : nil,
    item: item)
}

func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// An entry as an event.
func change(_ entry: FeedEntry) -> String {
  "id: \(entry.sequence)\nevent: change\ndata: \((try? json(entry)) ?? "none")\n\n"
}

func current(_ sequence: Int) -> String {
  "event: current\ndata: {\"sequence\":\(sequence)}\n\n"
}
