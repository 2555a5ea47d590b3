import Aftermath
import Foundation
import Testing

@testable import Features

@Suite("The address of what a server keeps")
struct AddressTests {
  @Test(
    "is that of the server, the resource and the id, each id being one part of it",
    arguments: [
      ("http://h", "books", nil, "http://h/books"),
      ("http://h/", "books", "7", "http://h/books/7"),
      ("http://h:81/api/v1/", "/library/books/", "7", "http://h:81/api/v1/library/books/7"),
      ("http://h/a%20b?key=1", "books", "7", "http://h/a%20b/books/7?key=1"),
      ("http://h", "", "7", "http://h/7"),
      ("http://h", "my books", nil, "http://h/my%20books"),
      ("http://h", "books", "a/b", "http://h/books/a%2Fb"),
      ("http://h", "books", "../users", "http://h/books/..%2Fusers"),
      ("http://h", "books", "50%?x=1#y", "http://h/books/50%25%3Fx%3D1%23y"),
      ("http://h", "books", "Brontë", "http://h/books/Bront%C3%AB"),
      ("http://h", "books", "...", "http://h/books/..."),
      ("http://h", "books", "A-z_0.9~", "http://h/books/A-z_0.9~"),
    ] as [(String, String, String?, String)])
  func addresses(server: String, resource: String, id: String?, expected: String) throws {
    #expect(Address.of(resource, id: id, at: try address(server))?.absoluteString == expected)
  }

  @Test("is none for an id that would lead elsewhere", arguments: ["", ".", ".."])
  func none(id: String) throws {
    #expect(Address.of("books", id: id, at: try address()) == nil)
  }

  @Test("gives every id back to who decodes its last part")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = RandomSource.seeded(seed)
    let letters = Array("ab/.%?#&=+ ;:@ë漢🎈\"\\<>{}|^`\u{0}\n")
    for _ in 0..<500 {
      let length = Int.random(in: 1...8, using: &generator)
      let id = String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
      if id == "." || id == ".." { continue }
      let url = try #require(Address.of("books", id: id, at: try address()), "seed \(seed), id \(id)")
      let parts = url.absoluteString.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == 6, "seed \(seed), id \(id)")
      #expect(parts.last?.removingPercentEncoding == id, "seed \(seed), id \(id)")
    }
  }
}
