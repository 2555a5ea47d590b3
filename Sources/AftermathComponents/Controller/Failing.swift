import Aftermath

/// A builder that only throws, which passes an error to an engine's error handler.
struct Failing: CommandBuilder {
  let error: any Error

  func buildCommand() throws -> any AnyCommand { throw error }
}
