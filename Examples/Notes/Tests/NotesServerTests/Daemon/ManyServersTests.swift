import Foundation
import NotesModel
import Testing
import WireFixture

/// Three programs on one database, as they are built; one is killed.
@Suite("Several servers")
struct ManyServersTests {
  @Test("After each kill in the middle of writing, nothing that was answered is lost or doubled, on one file")
  func file() async throws {
    let folder = try TestFolder()
    let path = folder.path
    try await Self.kill(rounds: 3, on: "\(path)/shared.log")
  }

  private static let postgres = ProcessInfo.processInfo.environment["MILLRACE_POSTGRES"]

  @Test(
    "The same on PostgreSQL, which `MILLRACE_POSTGRES` names",
    .enabled(if: postgres != nil, "it is for a program that was built with `--traits Postgres`"))
  func database() async throws {
    try await Self.kill(rounds: 3, on: try #require(Self.postgres))
  }

  /// Writers repeat each request at the next server until it is answered, while one server is killed.
  private static func kill(rounds: Int, on database: String) async throws {
    var random = SeededRandom(UInt64.random(in: 0...UInt64.max))
    // The database may have other tests' notes.
    let run = UUID().uuidString
    var answered: [String: Int] = [:]
    var repeated = 0
    for round in 0..<rounds {
      let (victim, limit) = (random.below(3), 10 + random.below(60))
      let (now, again, feeds) = try await onThread {
        let servers = try (0..<3).map { _ in try Running([], variables: ["NOTES_DATABASE": database]) }
        let killed = Killing(limit) { _ = servers[victim].end(SIGKILL) }
        let writers = (0..<6).map { writer in
          Writer { try write(40, servers.map(\.port), at: writer % 3, "\(run)-\(round)-\(writer)", killed) }
        }
        var (now, again) = ([String: Int](), 0)
        for writer in writers {
          let (answers, count) = try writer.wait()
          now.merge(answers) { $1 }
          again += count
        }
        killed.wait()
        let others = servers.indices.filter { $0 != victim }.map { servers[$0] }
        let feeds = try others.map { try feed($0.port) }
        #expect(others.map { $0.end(SIGTERM) } == [0, 0])
        return (now, again, feeds)
      }
      #expect(now.count == 240)
      answered.merge(now) { $1 }
      repeated += again
      #expect(feeds[0] == feeds[1])
      let keys = feeds[0].compactMap(\.key).filter { $0.hasPrefix(run) }
      #expect(Set(keys).count == keys.count && keys.count == answered.count)
      let numbers = Dictionary(feeds[0].map { ($0.key ?? "", $0.id.number) }) { $1 }
      #expect(answered.filter { numbers[$0.key] != $0.value }.isEmpty)
      let sequences = feeds[0].map(\.sequence)
      #expect(sequences == Array(1...max(sequences.count, 1)))
    }
    // Otherwise the test has not tried what it is for.
    #expect(repeated > 0)
  }

  /// Writes notes, each at the next server if one gives no answer; returns the numbers, and the requests that
  /// were repeated.
  private static func write(
    _ count: Int, _ ports: [Int], at first: Int, _ name: String, _ killing: Killing
  ) throws -> ([String: Int], Int) {
    var (place, wire) = (first, try? Wire(ports[first]))
    var (answered, repeated) = ([String: Int](), 0)
    for number in 0..<count {
      let key = "\(name)-\(number)"
      while answered[key] == nil {
        let answer = wire?.json(
          "POST", "/notes", #"{"userId":1,"title":"\#(key)","body":""}"#, ["Idempotency-Key: \(key)"])
        if answer?.status == 201, let text = answer?.headers["location"]?.split(separator: "/").last {
          answered[key] = Int(text)
          killing.noteAnswered()
        } else {
          repeated += 1
          place = (place + 1) % ports.count
          wire = try? Wire(ports[place])
        }
      }
    }
    return (answered, repeated)
  }

  private static func feed(_ port: Int) throws -> [FeedEntry] {
    let wire = try Wire(port)
    var entries: [FeedEntry] = []
    while let answer = wire.ask("GET", "/changes?after=\(entries.last?.sequence ?? 0)"), answer.status == 200,
      case let more = try JSONDecoder().decode([FeedEntry].self, from: Data(answer.body)), !more.isEmpty
    { entries += more }
    return entries
  }
}
