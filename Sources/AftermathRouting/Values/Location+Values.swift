extension Location {
  /// Returns the value of an argument.
  ///
  /// ```swift
  /// let id = try location.argument("id", as: Int.self)
  /// ```
  public func argument<Value: RouteValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(LocationValueError) -> Value {
    guard let text = arguments[name] else {
      throw .missingArgument(name, path: path, available: arguments.keys.sorted())
    }
    guard let value = Value(routeText: text) else {
      throw .argumentType(name, path: path, expected: "\(Value.self)", given: text)
    }
    return value
  }

  /// Returns the value of the first query item with this name.
  public func queryValue<Value: RouteValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(LocationValueError) -> Value {
    guard let value = try queryValueIfPresent(name, as: type) else {
      throw .missingQueryValue(name, path: path, available: query.map(\.name))
    }
    return value
  }

  /// Returns the value of the first query item with this name, or nil if no item has the name.
  ///
  /// A name without a value, and a value of another type, are errors.
  public func queryValueIfPresent<Value: RouteValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(LocationValueError) -> Value? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    return try value(of: item)
  }

  /// Returns the values of all query items with this name, in order.
  public func queryValues<Value: RouteValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(LocationValueError) -> [Value] {
    var values: [Value] = []
    for item in query where item.name == name { values.append(try value(of: item)) }
    return values
  }

  /// Returns the payload.
  public func payload<Value>(as type: Value.Type = Value.self) throws(LocationValueError) -> Value {
    guard let payload else { throw .missingPayload(path: path, expected: "\(Value.self)") }
    guard let value = payload as? Value else {
      throw .payloadType(path: path, expected: "\(Value.self)", given: "\(Swift.type(of: payload))")
    }
    return value
  }

  /// Returns the payload, or nil if there is none.
  public func payloadIfPresent<Value>(
    as type: Value.Type = Value.self
  ) throws(LocationValueError) -> Value? {
    payload == nil ? nil : try payload(as: Value.self)
  }

  private func value<Value: RouteValue>(of item: QueryItem) throws(LocationValueError) -> Value {
    guard let text = item.value, let value = Value(routeText: text) else {
      throw .queryValueType(item.name, path: path, expected: "\(Value.self)", given: item.value)
    }
    return value
  }
}
