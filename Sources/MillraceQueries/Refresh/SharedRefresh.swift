/// A token that many requests share, and that is renewed once when the server refuses it.
///
/// ```swift
/// let session = SharedRefresh(token: saved) { old in try await server.renew(old) }
/// let note = try await session.perform { token in
///   try await server.note(7, token)
/// } isRefused: { error in
///   (error as? HTTPError)?.status == 401
/// }
/// ```
///
/// Of several requests that are refused, one renews the token and the others wait. Then each is repeated
/// once, with the new token. If the renewal fails, all of them fail with its error; the next request that is
/// begun may try to renew it again. A request that was refused with a token that has been replaced in the
/// meantime is repeated with the new one, without another renewal.
///
/// `renew` calls the server without ``perform(_:isRefused:)``. A request of its own that is refused would
/// wait for the renewal that it is a part of; it fails with ``SharedRefreshError/renewalWaitsForItself``. So
/// does one in a task that `renew` begins and does not wait for; begin such a task with `Task.detached`.
public actor SharedRefresh<Token: Sendable> {
  private var token: Token
  /// The number of times that the token was renewed, replaced, or could not be renewed.
  private var round = 0
  /// The error of the last renewal; nil if it succeeded.
  private var failure: (any Error)?
  private var renewal: (node: RenewalNode, task: Task<Token, any Error>)?
  private let renew: @Sendable (Token) async throws -> Token

  /// Creates a shared token.
  ///
  /// - Parameters:
  ///   - token: The first token.
  ///   - renew: A function that returns a new token for a refused one. It is not cancelled with the requests
  ///     that wait for it, because the new token serves later ones too.
  public init(token: Token, renew: @escaping @Sendable (Token) async throws -> Token) {
    self.token = token
    self.renew = renew
  }

  /// The present token.
  public var current: Token { token }

  /// Replaces the token, as after a login; the result of a renewal in flight no longer counts.
  public func replace(with token: Token) {
    end(.success(token))
  }

  /// Carries out a request with the token; renews the token and repeats the request if it is refused.
  ///
  /// - Parameters:
  ///   - request: The request. It is called at most twice, so it should be one request to the server: several
  ///     in one closure are all repeated.
  ///   - isRefused: A function that returns true for the error of a server that refuses the token.
  /// - Returns: The answer.
  /// - Throws: The error of the request, or that of the renewal; inside of a renewal that would wait for
  ///   itself, ``SharedRefreshError/renewalWaitsForItself``.
  public nonisolated func perform<Answer: Sendable>(
    _ request: @Sendable (Token) async throws -> Answer, isRefused: @Sendable (any Error) -> Bool
  ) async throws -> Answer {
    let (first, round) = await present
    do {
      return try await request(first)
    } catch  where isRefused(error) {
      try Task.checkCancellation()
      return try await request(try await renewed(after: round))
    }
  }

  private var present: (token: Token, round: Int) { (token, round) }

  /// Returns the token that replaces one of an earlier round.
  private func renewed(after first: Int) async throws -> Token {
    if round > first {
      if let failure { throw failure }
      return token
    }
    let renewal = renewal ?? begin()
    guard RenewalGraph.beginWait(for: renewal.node) else { throw SharedRefreshError.renewalWaitsForItself }
    defer { RenewalGraph.endWait(for: renewal.node) }
    return try await renewal.task.value
  }

  private func begin() -> (node: RenewalNode, task: Task<Token, any Error>) {
    let node = RenewalNode()
    let task = Task { [token, round, renew] in
      let result: Result<Token, any Error>
      do {
        result = .success(try await RenewalGraph.$current.withValue(node) { try await renew(token) })
      } catch {
        result = .failure(error)
      }
      // Otherwise the token was replaced while it was being renewed.
      if self.round == round { end(result) }
      if let failure { throw failure }
      return self.token
    }
    let begun = (node, task)
    renewal = begun
    return begun
  }

  private func end(_ result: Result<Token, any Error>) {
    round += 1
    renewal = nil
    switch result {
    case .success(let new):
      token = new
      failure = nil
    case .failure(let error): failure = error
    }
  }
}
