import Foundation
import Millrace
import MillraceTesting
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

@Suite("The feed")
struct FeedTests {
  private static let new = #"{"userId":1,"title":"a","body":"b"}"#

  /// Reads events until this change is said to be the last.
  private static func events(_ wire: Wire, until sequence: Int) throws -> FeedEvents {
    let end = Array("event: current\ndata: {\"sequence\":\(sequence)}\n\n".utf8)
    var bytes: [UInt8] = []
    while !bytes.suffix(end.count).elementsEqual(end), let chunk = wire.chunk() { bytes += chunk }
    return try FeedEvents(bytes)
  }

  @Test("Who follows is told what there is, and then what happens")
  func following() async throws {
    let (first, next) = try await TestServer.with(nil, note(1, "one"), note(2, "two")) { port in
      let follower = try Wire(port)
      follower.request("GET", "/changes?after=1", ["Accept: text/event-stream"])
      let head = follower.head()
      #expect(head.contains("text/event-stream"))
      let first = try Self.events(follower, until: 2)
      let writer = try Wire(port)
      for _ in 0..<3 { _ = writer.json("POST", "/notes", Self.new, ["Idempotency-Key: \(UUID())"]) }
      return (first, try Self.events(follower, until: 5))
    }
    #expect(first.entries.map(\.sequence) == [2] && first.entries.first?.item == note(2, "two"))
    #expect(next.entries.map(\.sequence) == [3, 4, 5])
    #expect(next.entries.allSatisfy { $0.key != nil })
  }

  @Test("The id of the last event says where to go on, and one from the future begins at the end")
  func resuming() async throws {
    let (events, future) = try await TestServer.with(nil, note(1, "one"), note(2, "two"), note(3, "three")) {
      port in
      let wire = try Wire(port)
      wire.request("GET", "/changes?after=0", ["Accept: text/event-stream", "Last-Event-ID: 2"])
      _ = wire.head()
      let other = try Wire(port)
      other.request("GET", "/changes", ["Accept: text/event-stream", "Last-Event-ID: 99"])
      _ = other.head()
      return (try Self.events(wire, until: 3), try Self.events(other, until: 3))
    }
    #expect(events.entries.map(\.sequence) == [3])
    #expect(future.entries.isEmpty && future.current == 3)
  }

  @Test("Thousands of entries come to somebody slow as well, and hold up nobody")
  func slow() async throws {
    let items = (1...5000).map { note($0, "title \($0)", body: String(repeating: "x", count: 200)) }
    let server = try await TestServer(nil, items)
    let port = server.port
    let (slow, page) = try await onThread {
      let slow = try Wire(port)
      slow.readSlowly()
      slow.request("GET", "/changes", ["Accept: text/event-stream"])
      // It reads nothing while others are served.
      let writer = try Wire(port)
      for _ in 0..<50 { #expect(writer.json("POST", "/notes", Self.new)?.status == 201) }
      let page = writer.ask("GET", "/changes?after=4990&limit=20")
      _ = slow.head()
      return (try Self.events(slow, until: 5050), page)
    }
    #expect(slow.entries.count == 5050)
    #expect(slow.entries.map(\.sequence) == Array(1...5050))
    let entries = try JSONDecoder().decode([FeedEntry].self, from: Data(try #require(page).body))
    #expect(entries.map(\.sequence) == Array(4991...5010))
    // A client that goes is noticed when the server ends, at the latest.
    try await server.stop()
    #expect(await server.followers == 0)
  }

  @Test("A comment comes every 15 seconds to those who are told nothing else")
  func comments() async throws {
    let clock = ManualClock()
    let server = try await TestServer(nil, [note(1, "one")], environment: StoreEnvironment(clock: clock))
    let port = server.port
    let wire = try await onThread {
      let wire = try Wire(port)
      wire.request("GET", "/changes?after=1", ["Accept: text/event-stream"])
      _ = wire.head()
      _ = try Self.events(wire, until: 1)
      return wire
    }
    for _ in 0..<3 {
      try await clock.waitUntil { clock.sleepers.contains(clock.now.advanced(by: .seconds(15))) }
      await clock.advance(by: .seconds(15))
      let chunk = try await onThread { wire.chunk() }
      #expect(chunk == Array(":\n\n".utf8))
    }
    try await server.stop()
  }
}
