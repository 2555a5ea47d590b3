public import Foundation

/// The body of a request.
///
/// ```swift
/// HTTPCommand.post(url, body: .json(user), decoding: User.self) { AccountMessage.saved($0) }
/// ```
public struct HTTPBody: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case nothing
    case data(Data)
    /// The bytes could not be encoded; the command's answer is this error.
    case failure(String)
  }

  let content: Content
  /// The type of the bytes (`Content-Type`), unless the headers name one; nil for none.
  public let contentType: String?

  /// Returns the bytes; nil for no body.
  func bytes() throws(HTTPError) -> Data? {
    switch content {
    case .nothing: return nil
    case .data(let data): return data
    case .failure(let reason): throw .encoding(reason: reason)
    }
  }

  /// No body.
  public static var none: HTTPBody { HTTPBody(content: .nothing, contentType: nil) }

  /// Creates a body of bytes.
  public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .data(data), contentType: contentType)
  }

  /// Creates a body that is a value as JSON.
  ///
  /// The value is encoded at once, so later changes have no effect. When it cannot be encoded, the command's
  /// answer is ``HTTPError/encoding(reason:)``, and nothing is sent.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - encoder: The encoder; by default one with sorted keys, so that equal values give equal bytes.
  public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
    var encoder = encoder
    if encoder == nil {
      encoder = JSONEncoder()
      encoder?.outputFormatting = .sortedKeys
    }
    do {
      return HTTPBody(
        content: .data(try encoder?.encode(value) ?? Data()), contentType: "application/json")
    } catch {
      return HTTPBody(content: .failure(codingReason(error)), contentType: nil)
    }
  }

  /// Creates a body of form fields (`application/x-www-form-urlencoded`), sorted by name.
  public static func form(_ fields: [String: String]) -> HTTPBody {
    let text = fields.sorted { $0.key < $1.key }
      .map { "\(formEncoded($0.key))=\(formEncoded($0.value))" }
      .joined(separator: "&")
    return HTTPBody(
      content: .data(Data(text.utf8)), contentType: "application/x-www-form-urlencoded")
  }
}

/// Encodes a text: letters, digits and `*-._` unchanged, a space as `+`, each other byte as `%` and two
/// digits.
private func formEncoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      bytes.append(byte)
    case UInt8(ascii: " "):
      bytes.append(UInt8(ascii: "+"))
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
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
