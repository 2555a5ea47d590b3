import Testing

@testable import Flask

private struct ArchiveBoxes: Flask.State {
  var box = FlaskDictRef()
  var counter: ArchiveCounter?
}

@Suite("Every archive that is read can be written")
struct ArchiveLawTests {
  /// Returns a text with a character that is removed, doubled, or taken from another place or a list.
  private func changed(_ text: String, _ random: inout SeededRandom) -> String {
    var characters = Array(text)
    let place = random.below(characters.count)
    switch random.below(4) {
    case 0: characters.remove(at: place)
    case 1: characters.insert(characters[place], at: place)
    case 2: characters[place] = characters[random.below(characters.count)]
    default: characters[place] = Array("0123456789-.eE\"[]{}:,ntfaé\\")[random.below(27)]
    }
    return String(characters)
  }

  private func check<S: FlaskState>(
    _ type: S.Type, _ rest: String, _ random: inout SeededRandom
  ) throws -> Int {
    var read = 0
    for _ in 0..<150 {
      var text = rest
      for _ in 0...random.below(2) { text = changed(text, &random) }
      guard let state = try? ArchiveFormat.decode(type, archiveBytes(rest: text), key: "key") else {
        continue
      }
      read += 1
      let bytes = try ArchiveFormat.encode(state, key: "key")
      let again = try ArchiveFormat.decode(type, bytes, key: "key")
      #expect(try ArchiveFormat.encode(again, key: "key") == bytes, "\(text)")
    }
    return read
  }

  @Test("and reads as what was written, also if its text was changed", arguments: 0..<4)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let counter =
      #"{"counter":1,"points":{"a":{"name":"n","x":2.5},"b":{"x":"nan"}},"tags":["ä"],"title":"t"}"#
    let box = #"{"array":[1,2.5,null,true,"x"],"dict":{"n":-0.0,"t":"1"},"int":12,"text":"é"}"#
    func head(_ name: String) -> String {
      #""key":"key","name":"\#(name)","type":"\#(name)","version":1,"state":"# + "\n"
    }
    var read = try check(ArchiveCounter.self, head("ArchiveCounter") + counter + "\n}\n", &random)
    read += try check(
      ArchiveBoxes.self, head("ArchiveBoxes") + #"{"box":\#(box),"counter":\#(counter)}"# + "\n}\n", &random)
    #expect(read > 20, "seed \(seed)")
  }
}
