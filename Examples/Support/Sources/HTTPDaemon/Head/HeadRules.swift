/// The rules that accept or refuse a request by its head alone: a pure value.
struct HeadRules: Hashable {
  let names: HostNames
  let limits: Limits

  /// Returns the reason to refuse a request; nil when its body may follow.
  func refusal(_ head: RequestHead, target: [UInt8]) -> Refusal? {
    if let refusal = hostRefusal(head, target) ?? originRefusal(head) { return refusal }
    if head.length.lines > 1 || head.encoding.lines > 0 && head.length.lines > 0 { return .ambiguousLength }
    if let encoding = head.encoding.value {
      // A proxy of HTTP/1.0 does not know chunks.
      if head.isOld { return .encodingOfOld }
      // With any other encoding the library would wait for the end of the connection.
      let isChunked =
        head.encoding.lines == 1 && String(decoding: encoding, as: UTF8.self).lowercased() == "chunked"
      return isChunked ? nil : .unknownEncoding
    }
    guard let length = head.length.value else { return nil }
    // A number that overflows is too large; an invalid one was refused by the library.
    let number = Int(String(decoding: length, as: UTF8.self))
    return number.map { $0 > limits.body } ?? true ? .bodyTooLong(limit: limits.body) : nil
  }

  private func hostRefusal(_ head: RequestHead, _ target: [UInt8]) -> Refusal? {
    guard head.host.lines <= 1, let value = head.host.value else {
      return head.host.lines == 0 && head.isOld ? nil : .hostLines(head.host.lines)
    }
    guard let host = Authority(value) else { return .malformedHost }
    guard names.admit(host.host) else { return .foreignHost }
    // A target that is a whole address must name the server as well.
    guard let own = Self.authority(of: target) else { return nil }
    guard let own = Authority(own) else { return .malformedHost }
    return names.admit(own.host) ? nil : .foreignHost
  }

  private static func authority(of target: [UInt8]) -> ArraySlice<UInt8>? {
    guard target.first != UInt8(ascii: "/"), target.starts(with: "http://".utf8) else { return nil }
    return target.dropFirst("http://".utf8.count).prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
    }
  }

  /// Refuses pages of other sites: a browser sends the origin of the requesting page, which must be the
  /// server's own.
  private func originRefusal(_ head: RequestHead) -> Refusal? {
    guard let origin = head.origin.value else { return nil }
    guard head.origin.lines == 1, let host = head.host.value.flatMap({ Authority($0) }) else {
      return .foreignOrigin
    }
    for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.starts(with: scheme.utf8) {
      guard let site = Authority(origin.dropFirst(scheme.utf8.count)) else { return .foreignOrigin }
      let isOwn = site.host == host.host && (site.port ?? port) == (host.port ?? port)
      return isOwn ? nil : .foreignOrigin
    }
    return .foreignOrigin
  }
}
