import Foundation
import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Synchronization
import TestResources
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite
struct LiveStandardInputTests {
  private let recorder = DispatchRecorder()

  fileprivate static func message(_ event: StandardInput.Event) -> LiveMessage {
    switch event {
    case .line(let line): .heard(line)
    case .end: .heard("(end)")
    }
  }

  private func listen(to descriptor: Int32, id: EffectID = "id") -> Listening {
    recorder.listen(
      to: StandardInput(descriptor: descriptor, id: id) { Self.message($0) },
      by: StandardInputInterpreter.self)
  }

  @Test("Lines come as they are written, the last one need not be ended, and the end is reported")
  func lines() async throws {
    let pipe = try LivePipe()
    let listening = listen(to: pipe.reading)
    pipe.write("one\ntw")
    await recorder.waitForMessages(count: 1)
    #expect(recorder.heard == ["one"])
    pipe.write("o\r\n\nlas")
    pipe.write([0xFF])
    await recorder.waitForMessages(count: 3)
    pipe.end()
    #expect(await listening.finish() == nil)
    #expect(recorder.heard == ["one", "two", "", "las\u{FFFD}", "(end)"])
  }

  @Test("A file and an empty device are read to their end")
  func files() async throws {
    let folder = try LiveFolder()
    try folder.write((0..<20_000).map { "line \($0)" }.joined(separator: "\n"), to: "lines")
    let file = open(folder.path("lines"), O_RDONLY)
    let empty = open("/dev/null", O_RDONLY)
    defer {
      close(file)
      close(empty)
    }
    await listen(to: file).finish()
    #expect(recorder.heard == (0..<20_000).map { "line \($0)" } + ["(end)"])
    await listen(to: empty).finish()
    #expect(recorder.heard.suffix(2) == ["(end)", "(end)"])
  }

  @Test(
    "A standard input that was closed at the start is an error, though its number stands for something else by now",
    .realProcess
  )
  func closedAtStart() async {
    await #expect(processExitsWith: .success) {
      close(0)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0, ends[0] == 0 else { exit(2) }
      // As libraries do with what they open for themselves.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let listening = DispatchRecorder().listen(
        to: StandardInput { LiveStandardInputTests.message($0) }, by: StandardInputInterpreter.self)
      exit(await listening.finish() as? StandardInputError == .closed(descriptor: 0) ? EXIT_SUCCESS : 3)
    }
  }

  @Test("It ends when it is stopped, though nothing is written, and half a line is kept for the next")
  func stop() async throws {
    let pipe = try LivePipe()
    let first = listen(to: pipe.reading)
    pipe.write("one\nha")
    await recorder.waitForMessages(count: 1)
    first.stop()
    #expect(await first.end() == nil)
    pipe.write("lf\n")
    let second = listen(to: pipe.reading)
    await recorder.waitForMessages(count: 2)
    second.stop()
    await second.end()
    #expect(recorder.heard == ["one", "half"])
  }

  @Test(
    "Of two that listen, the second waits, can be stopped while it does, and goes on when the first has left")
  func two() async throws {
    let pipe = try LivePipe()
    let first = listen(to: pipe.reading, id: "first")
    pipe.write("a\n")
    await recorder.waitForMessages(count: 1)
    let second = listen(to: pipe.reading, id: "second")
    let third = listen(to: pipe.reading, id: "third")
    second.stop()
    #expect(await second.end() == nil)
    pipe.write("b\n")
    await recorder.waitForMessages(count: 2)
    first.stop()
    pipe.write("c\n")
    await recorder.waitForMessages(count: 3)
    third.stop()
    await third.end()
    #expect(recorder.heard == ["a", "b", "c"])
  }

  @Test("What cannot be read from is an error, which says what to do")
  func errors() async throws {
    let descriptor: Int32 = 1_000_000
    #expect(
      await listen(to: descriptor).finish() as? StandardInputError == .closed(descriptor: descriptor))
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    #expect(
      await listen(to: folder).finish() as? StandardInputError
        == .unreadable(descriptor: folder, code: EISDIR))
    #expect(
      "\(StandardInputError.closed(descriptor: 7))".hasPrefix("The descriptor 7 cannot be read, because")
    )
    #expect("\(StandardInputError.unreadable(descriptor: 7, code: 5))".contains("error 5"))
  }

  @Test("In a store, lines that were read when the model stops listening are heard when it listens again")
  @MainActor
  func inStore() async throws {
    let pipe = try LivePipe()
    let descriptor = pipe.reading
    pipe.write("a\nstop\nb\nstop\nc\nd")
    pipe.end()
    let live = try LiveStore { [StandardInput(descriptor: descriptor) { Self.message($0) }] }
    try await live.waitUntilHeard(2)
    #expect(live.store.model == LiveModel(isListening: false, heard: ["a", "stop"]))
    live.listen(true)
    try await live.waitUntilHeard(4)
    live.listen(true)
    try await live.waitUntilHeard(7)
    #expect(live.store.model.heard == ["a", "stop", "b", "stop", "c", "d", "(end)"])
    #expect(live.errors.isEmpty)
  }

  @Test("In a store, an error is reported to the error handler, and the store's end stops the reading")
  @MainActor
  func endOfStore() async throws {
    let failing = try LiveStore { [StandardInput(descriptor: 1_000_001) { _ in nil }] }
    try await failing.waitForErrors(1)
    #expect(failing.errors[0].contains("The descriptor 1000001 cannot be read"))
    let pipe = try LivePipe()
    let descriptor = pipe.reading
    var live: LiveStore? = try LiveStore { [StandardInput(descriptor: descriptor) { Self.message($0) }] }
    pipe.write("a\n")
    try await live?.waitUntilHeard(1)
    live = nil
    pipe.write("b\n")
    let next = listen(to: descriptor)
    await recorder.waitForMessages(count: 1)
    #expect(recorder.heard == ["b"])
    next.stop()
    await next.end()
  }

  @Test("A hundred listeners that wait for input hold up no thread that other tasks need")
  func threads() async throws {
    let pipes = try (0..<100).map { _ in try LivePipe() }
    let listening = pipes.map { listen(to: $0.reading) }
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { await letOthersRun() } }
    }
    for pipe in pipes { pipe.write("x\n") }
    await recorder.waitForMessages(count: 100)
    for one in listening { one.stop() }
    for one in listening { await one.end() }
  }
}
