import Foundation
import Millrace
import MillracePostgres
import MillraceSync

// A server process for the tests: it serves the numbers of logs, and takes requests as lines of its input.
//
//   PostgresFixture CONNECTION POOL MEMBER MILLISECONDS [--answer-early]
//
//   REQUEST append LOG VALUE     REQUEST ok COUNT MIX
//   REQUEST read LOG             REQUEST held-by MEMBER | undone TEXT | lost TEXT
//   leave                        (ends)
//
// `ready` comes first, and `gained LOG` and `ended LOG` with each change of a lease. With --answer-early, the
// planted mistake, an append is answered before the log has it.

/// The number of values that were appended, and a mix of them in their order.
struct Numbers: Codable, Equatable, Sendable {
  var count = 0
  var mix = 0
}

enum NumberMessage: Codable, Sendable {
  case append(Int)
}

@Sendable func makeNumbers(_ lease: LogLease) throws -> Entity<Numbers, NumberMessage> {
  let numbers = Store(Numbers(), of: NumberMessage.self, name: "numbers") { numbers, message in
    switch message {
    case .append(let value):
      numbers.count += 1
      numbers.mix = (numbers.mix &* 31 &+ value) & 0xffff_ffff
    }
    return .none
  }
  let replica = Replica(
    of: numbers.flow, log: lease.log, writer: try LogWriter("numbers"),
    options: ReplicaOptions(digestInterval: 10, snapshotInterval: 25, keptEntries: 1_000_000))
  try replica.share(numbers, state: RecordSchema("numbers"), messages: RecordSchema("number"))
  return Entity(numbers, replica: replica)
}

/// A writer of whole lines.
final class Lines: Sendable {
  private let lock = NSLock()

  func print(_ line: String) {
    lock.withLock {
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
  }
}

@main
struct Fixture {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let milliseconds = Int(arguments[4]) else { exit(64) }
    let database = try PostgresDatabase(arguments[1], timeout: .seconds(3))
    let member: PoolMember
    do {
      member = try await database.join(
        pool: arguments[2], as: arguments[3], for: .milliseconds(milliseconds))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
    let host = EntityHost(member, waitingLimit: 8, loadedLimit: 3, make: makeNumbers)
    let lines = Lines()
    let early = arguments.contains("--answer-early")
    Task {
      for await change in member.changes() {
        switch change {
        case .gained(let lease): lines.print("gained \(lease.name)")
        case .revoked: break
        case .ended(let lease): lines.print("ended \(lease.name)")
        }
      }
    }
    lines.print("ready")
    for await line in input() {
      let words = line.split(separator: " ").map(String.init)
      if words == ["leave"] {
        await host.close()
        await member.leave()
        exit(0)
      }
      guard words.count >= 3 else { continue }
      Task { lines.print("\(words[0]) \(await answer(words, host, early: early))") }
    }
    // The test is over.
    exit(1)
  }

  static func answer(
    _ words: [String], _ host: EntityHost<Numbers, NumberMessage>, early: Bool
  ) async -> String {
    do throws(EntityError) {
      var numbers: Numbers
      if words[1] == "append", let value = words.count > 3 ? Int(words[3]) : nil {
        if early {
          numbers = try await host.read(words[2]) { $0 }
          numbers.count += 1
          numbers.mix = (numbers.mix &* 31 &+ value) & 0xffff_ffff
          Task { try await host.commit(.append(value), to: words[2]) }
        } else {
          numbers = try await host.commit(.append(value), to: words[2]) { $0 }
        }
      } else {
        numbers = try await host.read(words[2]) { $0 }
      }
      return "ok \(numbers.count) \(numbers.mix)"
    } catch {
      if case .heldElsewhere(_, let member) = error { return "held-by \(member)" }
      return "\(error.isUndone ? "undone" : "lost") \(error)"
    }
  }

  /// The lines of the input.
  static func input() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return stream
  }
}
