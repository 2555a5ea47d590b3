import Foundation
import Testing

@testable import NotesTransport

@Suite("Addresses of servers")
struct ServerAddressTests {
  @Test(
    "addresses are read, and paths are put behind them",
    arguments: [
      ("http://localhost:8080", "http://localhost:8080/notes/7"),
      (" http://localhost:8080/ \n", "http://localhost:8080/notes/7"),
      ("HTTPS://example.org/a/b//", "https://example.org/a/b/notes/7"),
      ("http://[::1]:80", "http://[::1]:80/notes/7"),
      ("http://127.0.0.1/%C3%BC", "http://127.0.0.1/%C3%BC/notes/7"),
    ])
  func good(_ text: String, _ path: String) throws {
    #expect(try ServerAddress(text).appending("notes/7").absoluteString == path)
  }

  @Test("the root of a server has a path")
  func root() throws {
    #expect(
      try ServerAddress("http://localhost:8080").appending("/").absoluteString == "http://localhost:8080/")
    #expect(try ServerAddress("http://localhost/a").appending("/").absoluteString == "http://localhost/a/")
  }

  @Test(
    "what is none is told what is wrong, and what to write",
    arguments: [
      ("", "The address of the server is empty; write one such as `http://localhost:8080`."),
      (
        "localhost:8080",
        "`localhost:8080` has no scheme; write `http://localhost:8080`."
      ),
      ("example.org", "`example.org` has no scheme; write `http://example.org`."),
      (
        "ftp://example.org",
        """
        `ftp://example.org` has the scheme `ftp`, which a server of notes does not support; write `http` or `https`.
        """
      ),
      ("http://", "`http://` has no host; write an address such as `http://localhost:8080`."),
      ("http://:80", "`http://:80` has no host; write an address such as `http://localhost:8080`."),
      ("http://a:70000", "`http://a:70000` has an invalid port; ports are numbers from 1 to 65535."),
      (
        "http://a:99999999999999999999",
        "`http://a:99999999999999999999` has an invalid port; ports are numbers from 1 to 65535."
      ),
      ("http://a:x", "`http://a:x` is not an address; write one such as `http://localhost:8080`."),
      ("http://a:0", "`http://a:0` has an invalid port; ports are numbers from 1 to 65535."),
      (
        "http://me:secret@example.org",
        """
        The address of `example.org` has a user or a password, which would be visible; use a token instead.
        """
      ),
      ("http://a/?b", "`http://a/?b` has a `?` or a `#`; write only the address of the server."),
      ("http://a#b", "`http://a#b` has a `?` or a `#`; write only the address of the server."),
      ("http://[::1", "`http://[::1` is not an address; write one such as `http://localhost:8080`."),
    ])
  func bad(_ text: String, _ sentence: String) {
    let error = #expect(throws: ServerAddressError.self) { try ServerAddress(text) }
    #expect(error?.description == sentence)
  }
}
