import Foundation

/// The token with which a client authenticates itself: one line of visible ASCII characters.
public enum Token {
  /// Reads a token from a file.
  public static func read(_ file: String) throws(TokenError) -> String {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw TokenError(source: file, reason: "it cannot be read")
    }
    return try checked(text, from: file)
  }

  /// Returns a token without surrounding spaces; rejects an empty one, which would admit everyone, and one
  /// with characters that a header cannot contain.
  public static func checked(_ text: String, from source: String) throws(TokenError) -> String {
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if token.isEmpty { throw TokenError(source: source, reason: "it is empty") }
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw TokenError(source: source, reason: "it has characters that are not allowed in a header")
    }
    return token
  }
}

/// The reason why a token cannot be used.
public struct TokenError: Error, Hashable, CustomStringConvertible {
  /// The file, or the name of the environment variable.
  public let source: String
  public let reason: String

  public init(source: String, reason: String) {
    self.source = source
    self.reason = reason
  }

  public var description: String {
    "The token in `\(source)` cannot be used: \(reason). Give a file with one line of visible ASCII characters."
  }
}
