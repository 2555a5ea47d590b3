public import Foundation

/// The body of a request.
///
/// ```swift
/// let request = try HTTPRequest(.post, url, body: .json(user))
/// ```
public struct HTTPBody: Sendable, Equatable {
  /// The bytes, nil for no body; or the error of their encoding, which is the command's answer.
  let bytes: Result<Data?, HTTPError>
  /// The type of the bytes (`Content-Type`), unless the headers name one; nil for none.
  public let contentType: String?

  /// No body.
  public static var none: HTTPBody { HTTPBody(bytes: .success(nil), contentType: nil) }

  /// Creates a body of bytes.
  public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(bytes: .success(data), contentType: contentType)
  }

  /// Creates a body that is a value as JSON.
  ///
  /// The value is encoded at once, so later changes have no effect. When it cannot be encoded, the request
  /// throws ``HTTPError/encoding(reason:)``, and nothing is sent.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - encoder: The encoder; by default one with sorted keys, so that equal values give equal bytes.
  public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
    let sorting = JSONEncoder()
    sorting.outputFormatting = .sortedKeys
    do {
      return data(try (encoder ?? sorting).encode(value), contentType: "application/json")
    } catch {
      return HTTPBody(bytes: .failure(.encoding(reason: codingReason(error))), contentType: nil)
    }
  }

  /// Creates a body of form fields (`application/x-www-form-urlencoded`), sorted by name.
  public static func form(_ fields: [String: String]) -> HTTPBody {
    let text = fields.sorted { $0.key < $1.key }
      .map { "\(formEncoded($0.key))=\(formEncoded($0.value))" }
      .joined(separator: "&")
    return data(Data(text.utf8), contentType: "application/x-www-form-urlencoded")
  }
}

/// Encodes a text: letters, digits and `*-._` unchanged, a space as `+`, each other byte as `%` and two
/// digits.
private func formEncoded(_ text: String) -> String {
  let kept = CharacterSet(
    charactersIn: " *-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  let encoded = text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  return encoded.replacingOccurrences(of: " ", with: "+")
}

/// Returns the reason and the location of a coder's error.
func codingReason(_ error: any Error) -> String {
  func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " (at \(path.map(\.stringValue).joined(separator: ".")))"
  }
  switch error {
  case EncodingError.invalidValue(_, let context):
    return context.debugDescription + place(context.codingPath)
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
    return context.debugDescription + place(context.codingPath)
  default:
    return "\(error)"
  }
}
