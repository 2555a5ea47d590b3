import Aftermath

/// Builds no command: the way by which an engine's error handler learns of an error.
struct Failing: CommandBuilder {
  let error: any Error

  func buildCommand() throws -> any AnyCommand { throw error }
}
