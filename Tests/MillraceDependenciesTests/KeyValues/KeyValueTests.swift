import Foundation
import Millrace
import MillraceTesting
import TestResources
import Testing

@testable import MillraceDependencies

@Suite("Values under keys", .realDisk)
struct KeyValueTests {
  private struct Theme: Codable, Equatable {
    var name = "light"
  }

  private func clients(_ folder: String) -> [KeyValueClient] {
    [.inMemory(), .files(in: "values", of: .inMemory()), .files(in: folder + "/values")]
  }

  @Test("a value is stored, read, replaced and removed, whatever its key")
  func values() async throws {
    try await withFolder { folder in
      for client in clients(folder) {
        for key in ["theme", "", "../up", "Ä/ö", String(repeating: "long", count: 100)] {
          #expect(try await client.value(Theme.self, for: key) == nil)
          try await client.set(Theme(), for: key)
          try await client.set(Theme(name: "dark"), for: key)
          #expect(try await client.value(Theme.self, for: key) == Theme(name: "dark"))
          #expect(try await client.keys() == [key])
          try await client.set(Theme?.none, for: key)
          try await client.set(Theme?.none, for: key)
          #expect(try await client.keys() == [])
        }
      }
    }
  }

  @Test("all clients agree, whatever is done", arguments: 0..<10 as Range<UInt64>)
  func same(seed: UInt64) async throws {
    try await withFolder { folder in
      let clients = clients(folder)
      var random = RandomSource.seeded(seed)
      for step in 0..<(testsAreLong ? 500 : 30) {
        let key = ["a", "A", "a.b", "ä"].randomElement(using: &random)!
        let data = Int.random(in: 0..<3, using: &random) == 0 ? nil : Data("\(step)")
        var found: [[Data?]] = []
        var keys: [[String]] = []
        for client in clients {
          try await client.setData(data, key)
          found.append([try await client.data(key)])
          keys.append(try await client.keys())
        }
        #expect(Set(found) == [[data]], "seed \(seed), step \(step)")
        #expect(Set(keys).count == 1, "seed \(seed), step \(step): \(keys)")
      }
    }
  }

  @Test("single values are plain JSON")
  func fragments() async throws {
    let client = KeyValueClient.inMemory()
    try await client.set(7, for: "number")
    #expect(try await client.data("number") == Data("7"))
    #expect(try await client.value(Int.self, for: "number") == 7)
  }

  @Test("a value of another type, and a file that is none of the client's, are errors that say so")
  func errors() async throws {
    let files = FileClient.inMemory()
    let client = KeyValueClient.files(in: "values", of: files)
    try await client.set("text", for: "a")
    let undecodable = await #expect(throws: KeyValueError.self) { try await client.value(Int.self, for: "a") }
    #expect(
      undecodable.map { "\($0)" }?.hasPrefix("The value under the key `a` could not be decoded") == true)
    try await files.write(Data("nonsense"), to: "values/a.json")
    let unreadable = await #expect(throws: KeyValueError.self) { try await client.data("a") }
    #expect(unreadable.map { "\($0)" }?.hasPrefix("The file `values/a.json` holds no value of a key") == true)
  }

  @Test("the folder of a program's values follows the conventions of the system")
  func folder() {
    func folder(_ environment: [String: String], _ program: String = "App") -> String {
      KeyValueClient.valueFolder(environment: environment, home: "/users/ada", program: program)
    }
    #expect(folder([:]) == "/users/ada/.config/_41pp/values")
    #expect(folder(["XDG_CONFIG_HOME": "/etc/ada"]) == "/etc/ada/_41pp/values")
    #expect(folder(["XDG_CONFIG_HOME": "relative"], "..") == "/users/ada/.config/_2e./values")
  }

  @Test("a recording client records each call and makes it")
  func recording() async throws {
    let calls = RecordedCalls<KeyValueClient.Call>()
    let client = KeyValueClient.inMemory().recording(into: calls)
    try await client.set(1, for: "a")
    _ = try await client.value(Int.self, for: "a")
    _ = try await client.keys()
    #expect(calls.all == [.setData(Data("1"), "a"), .data("a"), .keys])
  }
}
