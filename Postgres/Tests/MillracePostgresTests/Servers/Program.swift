import Foundation

/// A program that has ended with a status other than 0, or could not be started.
struct ProgramFailure: Error, CustomStringConvertible {
  let program: String
  let status: Int32
  let output: String
  var description: String { "\(program) ended with \(status): \(output)" }
}

/// Runs a program to its end on a thread of its own, and returns what it has printed.
///
/// Not by `Process`, which on Linux also waits for servers that the program has started in the background.
@discardableResult
func run(_ program: String, _ arguments: [String]) async throws -> String {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID()).out").path
  defer { unlink(path) }
  let status = await withCheckedContinuation { (done: CheckedContinuation<Int32, Never>) in
    Thread.detachNewThread { done.resume(returning: spawn(program, arguments, output: path)) }
  }
  let output = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  if status != 0 { throw ProgramFailure(program: program, status: status, output: output) }
  return output
}

private func spawn(_ program: String, _ arguments: [String], output: String) -> Int32 {
  #if canImport(Darwin)
  var actions: posix_spawn_file_actions_t?
  #else
  var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  let words = ([program] + arguments).map { strdup($0) }
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  let failure = posix_spawn(&child, program, &actions, nil, words + [nil], environ)
  if failure != 0 { return failure }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 { if errno != EINTR { return errno } }
  // The status, or the signal that has ended it.
  return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
}
