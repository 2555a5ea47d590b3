import Foundation
import Millrace
import MillraceTesting
import Testing

struct HistoryFileTests {
  private static func counter(_ flow: Flow, name: String = "n") -> Store<Int, Int> {
    Store(0, name: name, flow: flow) { sum, number in
      sum += number
      return .none
    }
  }

  private static func history(turns: Int) throws -> String {
    let flow = Flow(name: "app")
    let recorder = try HistoryRecorder(flow)
    let store = counter(flow)
    try recorder.record(store)
    for number in 0..<turns { store.send(number) }
    try recorder.finish()
    #expect(recorder.turnCount == turns)
    return recorder.text
  }

  private static func error(_ text: String) -> HistoryError? {
    do {
      _ = try Replay(lines: text)
      return nil
    } catch {
      return error
    }
  }

  @Test("A history is a header, a line for each store, a line for each turn, and an end")
  func form() throws {
    #expect(
      try Self.history(turns: 3) == """
        {"every":1,"first":0,"flow":"app","history":"millrace","version":1}
        {"enters":"n","lastEffect":0,"lastSubscription":0,"state":0}
        {"cause":"sent","store":"n","turn":1,"message":0}
        {"cause":"sent","store":"n","turn":2,"message":1,"state":1}
        {"cause":"sent","store":"n","turn":3,"message":2,"state":3}
        {"end":3}

        """)
  }

  @Test("A history that is cut at any byte is read up to there, or says that it does not begin as one")
  func cut() throws {
    let whole = Array(try Self.history(turns: 6).utf8)
    let header = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    for length in 0...whole.count {
      let text = String(decoding: whole.prefix(length), as: UTF8.self)
      if length < header {
        let error = Self.error(text)
        if length == 0 {
          #expect(error == .empty)
        } else {
          #expect(error == .notAHistory(firstLine: String(text.prefix(60))))
        }
        continue
      }
      let replay = try Replay(lines: text)
      let endsWithLine =
        length == whole.count || whole[length] == UInt8(ascii: "\n")
        || whole[length - 1] == UInt8(ascii: "\n")
      #expect(replay.isCutShort != endsWithLine, "at \(length)")
      let turns = text.matches(of: /"message":\d+(,"state":\d+)?}/).count
      #expect(replay.turnCount == turns, "at \(length)")
      #expect(replay.isFinished == (length >= whole.count - 1))
      guard !replay.stores.isEmpty else { continue }
      let report = try replay.run { try $0.add(Self.counter($0.flow)) }
      #expect(report.divergence == nil && report.turnsCompared == turns)
      #expect("\(report)".contains("was cut off and left out") == replay.isCutShort)
    }
  }

  @Test("A broken line that is not the last is an error with its number, also for each cut of it")
  func broken() throws {
    let lines = try Self.history(turns: 4).split(separator: "\n").map(String.init)
    for index in lines.indices.dropFirst().dropLast() {
      for length in 1..<lines[index].count {
        var broken = lines
        broken[index] = String(lines[index].prefix(length))
        guard case .brokenLine(index + 1, _) = Self.error(broken.joined(separator: "\n")) else {
          Issue.record("line \(index + 1) cut at \(length)")
          continue
        }
      }
    }
  }

  @Test("Lines that can be read and make no sense are errors that say why")
  func senseless() throws {
    let header = #"{"every":1,"first":0,"flow":"app","history":"millrace","version":1}"#
    let enters = #"{"enters":"n","state":0}"#
    let turn = #"{"cause":"sent","store":"n","turn":1,"message":0}"#
    let cases: [([String], Int, String)] = [
      ([header, turn], 2, "there is no store `n`"),
      ([header, enters, enters], 3, "the store `n` is added twice"),
      ([header, enters, turn, turn], 4, "turn 1 cannot come after turn 1"),
      (
        [header, enters, #"{"after":7,"store":"n"}"#], 3,
        "it belongs to the time after turn 7, but follows turn 0"
      ),
      ([header, enters, turn, #"{"end":2}"#], 4, "it counts 2 turns, but there are 1"),
      ([header, enters, #"{"end":0}"#, turn], 4, "it follows the last line"),
      ([header, #"{"enters":"n"}"#, turn], 2, "the key `state` is missing"),
      ([header, enters, #"{"cause":"sent","store":"n","turn":1}"#, turn], 3, "the key `message` is missing"),
      ([header, enters, #"{"hello":1}"#, turn], 3, "it is not an entry of a history"),
      (
        [header, enters, #"{"cause":"magic","store":"n","turn":1,"message":0}"#, turn], 3,
        "`magic` is not a cause at `cause`"
      ),
      (
        [
          header, enters,
          #"{"cause":"sent","store":"n","turn":1,"message":0,"time":[9000000000000000000,0]}"#,
        ], 3,
        "its time is"
      ),
      ([#"{"every":0,"first":0,"flow":"app","history":"millrace","version":1}"#, enters], 1, "`every` is 0"),
    ]
    for (lines, number, reason) in cases {
      guard case .brokenLine(number, let why) = Self.error(lines.joined(separator: "\n") + "\n") else {
        Issue.record("\(lines): \(String(describing: Self.error(lines.joined(separator: "\n"))))")
        continue
      }
      #expect(why.hasPrefix(reason), "\(why)")
    }
  }

  @Test("Another version, another file and no file are errors that say so")
  func foreign() throws {
    let newer = #"{"every":1,"first":0,"flow":"app","history":"millrace","version":2,"more":true}"#
    #expect(Self.error(newer) == .unknownVersion(2, known: 1))
    #expect(
      "\(HistoryError.unknownVersion(2, known: 1))".hasPrefix(
        "The history has format 2, but only 1 is supported"))
    #expect(Self.error("Dear diary,\n") == .notAHistory(firstLine: "Dear diary,"))
    #expect(Self.error(#"{"version":1}"#) == .notAHistory(firstLine: #"{"version":1}"#))
    #expect(Self.error("") == .empty)
    #expect(throws: HistoryError.self) { try Replay(contentsOf: URL(filePath: "/nowhere/at/all")) }
  }

  @Test("A history without turns agrees, and no turn was compared")
  func empty() throws {
    let report = try Replay(lines: Self.history(turns: 0)).run { try $0.add(Self.counter($0.flow)) }
    #expect(report.divergence == nil && report.turnsCompared == 0)
    let none = try Replay(lines: #"{"every":1,"first":0,"flow":"app","history":"millrace","version":1}"#)
    #expect(try none.run { _ in }.turnsCompared == 0)
  }

  @Test("A history goes to a file line by line, and an existing file is not destroyed")
  func file() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "millrace-\(UUID()).history")
    defer { try? FileManager.default.removeItem(at: url) }
    let flow = Flow(name: "app")
    let recorder = try HistoryRecorder(flow, to: url)
    let store = Self.counter(flow)
    try recorder.record(store)
    for number in 0..<5 {
      store.send(number)
      #expect(try Replay(contentsOf: url).turnCount == number + 1, "as after a crash")
    }
    #expect(try !Replay(contentsOf: url).isFinished)
    try recorder.finish()
    try recorder.finish()
    #expect(recorder.text.isEmpty)
    let replay = try Replay(contentsOf: url)
    #expect(replay.isFinished && replay.flow == "app" && replay.stores == ["n"])
    #expect(try replay.divergence { try $0.add(Self.counter($0.flow)) } == nil)
    #expect(throws: HistoryError.fileExists(path: url.path)) { try HistoryRecorder(flow, to: url) }
    #expect(throws: HistoryError.finished(store: "m")) { try recorder.record(Self.counter(flow, name: "m")) }
    let nowhere = URL(filePath: "/nowhere/at/all")
    guard
      case .notWritable("/nowhere/at/all", _) = #expect(
        throws: HistoryError.self,
        performing: {
          try HistoryRecorder(flow, to: nowhere)
        })
    else {
      Issue.record("no error")
      return
    }
  }

  @Test("A history's file is its owner's alone, or has exactly the permissions that are said")
  func modes() throws {
    func permissions(_ modes: AccessPermissions?) throws -> Int? {
      let url = FileManager.default.temporaryDirectory.appending(path: "millrace-\(UUID()).history")
      defer { try? FileManager.default.removeItem(at: url) }
      let flow = Flow(name: "app")
      let recorder =
        if let modes { try HistoryRecorder(flow, to: url, permissions: modes) } else {
          try HistoryRecorder(flow, to: url)
        }
      try recorder.finish()
      return try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    #expect(try permissions(nil) == 0o600)
    #expect(try permissions(AccessPermissions(files: 0o666, folders: 0o777)) == 0o666)
    #expect(try permissions(AccessPermissions(files: 0o640, folders: 0o750)) == 0o640)
  }

  @Test("Ten thousand turns are recorded and replayed")
  func long() throws {
    let report = try Replay(lines: Self.history(turns: 10_000)).run { try $0.add(Self.counter($0.flow)) }
    #expect(report.divergence == nil && report.turnsCompared == 10_000)
  }
}
