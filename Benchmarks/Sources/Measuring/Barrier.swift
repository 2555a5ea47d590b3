/// Returns `value` unchanged, but the optimiser does not know that.
///
/// A closure that went through here is called indirectly: it can be neither inlined nor devirtualised. Wrap
/// closures in a struct with a field of the exact function type; passed bare they would come back inside two
/// re-abstraction thunks, because a generic parameter takes a function in its most general form.
@inline(never) @_optimize(none)
public func opaque<Value>(_ value: Value) -> Value {
  value
}

/// Uses `value` as far as the optimiser can tell, so that the work which made it has to be done.
@inline(never) @_optimize(none)
public func blackHole<Value>(_ value: Value) {}
