import Foundation
import NotesClient

extension Invocation.Options {
  func settings(variables: [String: String]) throws(TokenError) -> Settings {
    let settings = Settings(
      server: server, folder: data, token: try token(), recording: record, isOffline: isOffline,
      variables: variables)
    // A header cannot contain other characters, and no server would require them.
    if settings.token?.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) == false {
      throw .malformed
    }
    return settings
  }

  /// Reads the token's file, without the line's end.
  private func token() throws(TokenError) -> String? {
    guard let tokenFile else { return nil }
    guard let text = try? String(contentsOfFile: tokenFile, encoding: .utf8) else {
      throw .unreadable(tokenFile)
    }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if token.isEmpty { throw .empty(tokenFile) }
    return token
  }
}

enum TokenError: Error, Hashable, CustomStringConvertible {
  case unreadable(String)
  case empty(String)
  case malformed

  var description: String {
    switch self {
    case .unreadable(let path):
      "The file \(path) with the token cannot be read; check its name and its permissions."
    case .malformed:
      "The token has spaces or characters that are not allowed; give the server's token, on one line."
    case .empty(let path): "The file \(path) with the token is empty; put the server's token into it."
    }
  }
}
