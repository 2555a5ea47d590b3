import Foundation
import ProcessFixture
import TestResources
import Testing

@Suite("Child processes", .realProcess)
struct ChildProcessTests {
  @Test("The end of a child is noticed while others that were started at the same moment live on")
  func manyAtOnce() async throws {
    let pipe = Pipe()
    let reading = pipe.fileHandleForReading.fileDescriptor
    async let longOnes = start { try ChildProcess("cat", input: .descriptor(reading)) }
    async let shortOnes = start { try ChildProcess("true") }
    let (long, short) = (try await longOnes, try await shortOnes)
    for child in short { #expect(await child.ended() == .status(0)) }
    #expect(long.allSatisfy { $0.isRunning })
    try pipe.fileHandleForWriting.close()
    for child in long { #expect(await child.ended() == .status(0)) }
    #expect((long + short).allSatisfy { !$0.isRunning && $0.wait() == .status(0) })
  }

  @Test("A child ends with a status or a signal, and a signal after its end goes nowhere")
  func ends() async throws {
    let status = try ChildProcess("sh", ["-c", "exit 7"])
    #expect(await status.ended() == .status(7))
    let killed = try ChildProcess("cat", input: .pipe)
    killed.kill(SIGKILL)
    let end = await killed.ended()
    #expect(end == .signal(SIGKILL) && end.status == 137)
    killed.kill(SIGKILL)
    // A thread of the pool blocks signals; its child does not.
    let asked = try ChildProcess("cat", input: .pipe)
    asked.kill(SIGTERM)
    #expect(await asked.ended() == .signal(SIGTERM))
  }

  @Test("A child has the given arguments, variables and files, and no others")
  func files() async throws {
    let script = "read word; echo \"$1 $MOOD $word\"; echo complaint >&2; ls /dev/fd | wc -w"
    let child = try ChildProcess(
      "sh", ["-c", script, "sh", "a b"],
      environment: ["MOOD": "calm", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
      input: .pipe, output: .pipe, errors: .pipe)
    try child.input.write(contentsOf: Data("typed\n".utf8))
    #expect(try await onThread { child.output.line() } == "a b calm typed")
    // Its three, and the folder that it reads.
    #expect(await child.output.text().trimmingCharacters(in: .whitespacesAndNewlines) == "4")
    #expect(await child.errors.text() == "complaint\n")
    #expect(await child.ended() == .status(0))

    let path = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try ChildProcess(
      "sh", ["-c", "echo one; echo two >&2"], output: .path(path), errors: .output)
    #expect(await writer.ended() == .status(0))
    let reader = try ChildProcess("cat", input: .path(path), output: .pipe)
    #expect(await reader.output.text() == "one\ntwo\n")
    #expect(await reader.ended() == .status(0))
  }

  @Test("A program that does not exist is an error that says so")
  func absent() {
    let error = #expect(throws: ChildProcess.NotStarted.self) { try ChildProcess("/nonexistent/program") }
    #expect(
      error?.description
        == "`/nonexistent/program` cannot be started: No such file or directory. See that it exists "
        + "and is a program, and that the files of its input and output can be opened.")
  }
}

/// Starts children from 8 threads.
private func start(_ make: @escaping @Sendable () throws -> ChildProcess) async throws -> [ChildProcess] {
  try await withThrowingTaskGroup { group in
    for _ in 0..<8 { group.addTask { try await onThread { try (0..<20).map { _ in try make() } } } }
    return try await group.reduce(into: []) { $0 += $1 }
  }
}

private func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
