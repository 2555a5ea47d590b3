import Foundation

struct Reply: Equatable {
  let status: Int
  let body: [UInt8]

  init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  init(_ status: Int, _ body: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try? encoder.encode(body)
    self.init(status: data == nil ? 500 : status, body: Array(data ?? Data()))
  }

  init(_ status: Int, error: String) {
    self.init(status, ["error": error])
  }

  struct Request {
    let method: String
    let path: String
    let body: [UInt8]

    /// Returns the body as fields.
    func row() throws(Records.Refusal) -> Records.Row {
      do {
        return try JSONDecoder().decode(Records.Row.self, from: Data(body))
      } catch {
        throw Records.Refusal(status: 400, error: "Fields are wanted, as JSON.")
      }
    }
  }
}
