import Flask
import Foundation
import Testing

@testable import NotesDesk

@Suite("The drafts that are kept")
struct DraftsTests {
  @Test("The hundred that were changed last are kept")
  func most() throws {
    var drafts = Drafts()
    for number in 1...100 { try drafts.save(Draft(title: "\(number)"), of: "notes:\(number)") }
    try drafts.save(Draft(title: "changed"), of: "notes:1")
    try drafts.save(Draft(title: "new"), of: "notes:101")
    #expect(drafts.drafts.count == 100 && drafts.names.count == 100)
    #expect(drafts.drafts["notes:2"] == nil && drafts.drafts["notes:1"]?.title == "changed")
    #expect(drafts.names.first == "notes:3" && drafts.names.suffix(2) == ["notes:1", "notes:101"])
  }

  @Test("Drafts and their names stay together, whatever is done to them", arguments: 1...20)
  func law(seed: UInt64) throws {
    var random = RandomSource.seeded(seed)
    var drafts = Drafts()
    for step in 0..<1_000 {
      let names = (0..<2).map { _ in "notes:\(Int.random(in: 1...150, using: &random))" }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: drafts.drop(names[0])
      case 1: drafts.rename(names[0], to: names[1])
      default:
        try drafts.save(Draft(title: "\(step)"), of: names[0])
        #expect(drafts.names.last == names[0], "seed \(seed), step \(step)")
      }
      #expect(
        drafts.names.count <= Drafts.most && Set(drafts.names) == Set(drafts.drafts.keys)
          && drafts.names.count == drafts.drafts.count, "seed \(seed), step \(step)")
    }
  }

  @Test("Drafts without names, and names without drafts, come to an end as well")
  func foreign() throws {
    var drafts = Drafts()
    for number in 1...300 { drafts.drafts["notes:\(number)"] = Draft(title: "\(number)") }
    drafts.names = ["notes:1", "notes:1", "gone", "notes:2"]
    try drafts.save(Draft(title: "new"), of: "new note")
    #expect(drafts.drafts.count <= Drafts.most)
    #expect(["notes:1", "notes:2", "new note"].allSatisfy { drafts.drafts[$0] != nil })
    #expect(drafts.names.allSatisfy { drafts.drafts[$0] != nil })
  }

  @Test("What was archived is read again")
  func coding() throws {
    var drafts = Drafts()
    try drafts.save(Draft(title: "Milk", body: "two\nbottles"), of: "notes:1")
    let data = try JSONEncoder().encode(drafts)
    #expect(try JSONDecoder().decode(Drafts.self, from: data) == drafts)
    #expect(
      try JSONDecoder().decode(Preferences.self, from: JSONEncoder().encode(Preferences())) == Preferences())
  }
}
