/// The removal of secrets from texts of libpq.
struct Redaction: Sendable {
  /// The secrets, longest first.
  let secrets: [String]

  init(secrets: [String]) {
    self.secrets = Set(secrets).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Returns one line without the secrets.
  func callAsFunction(_ text: String) -> String {
    var text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    for secret in secrets { text = text.replacing(secret, with: "***") }
    while let last = text.last, last == " " || last == "." { text.removeLast() }
    return text
  }
}
