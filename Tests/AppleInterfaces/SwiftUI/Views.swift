// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Combine
public import Foundation

func absent() -> Never { while true {} }

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { absent() }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { absent() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    absent()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { absent() }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { absent() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { absent() }
}

/// A view without a body of its own.
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
  public var body: Never { absent() }
}

public struct EmptyView: PrimitiveView {
  public init() { absent() }
}
public struct TupleView<T>: PrimitiveView {}
public struct _ConditionalContent<First, Second>: PrimitiveView {}
extension Optional: View where Wrapped: View {
  public var body: Never { absent() }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) { absent() }
  public init(stringLiteral value: String) { absent() }
}

public struct Text: PrimitiveView, Equatable, Sendable {
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) { absent() }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { absent() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View, PrimitiveView where Content: View {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where ID == Data.Element.ID, Data.Element: Identifiable { absent() }
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { absent() }
}

@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {}
extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) { absent() }
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable { absent() }
}

@MainActor @preconcurrency
public struct Button<Label: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { absent() }
}
extension Button where Label == Text {
  public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) { absent() }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) { absent() }
}

@MainActor @preconcurrency
public struct TextField<Label: View>: PrimitiveView {}
extension TextField where Label == Text {
  public init(_ key: LocalizedStringKey, text: Binding<String>) { absent() }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { absent() }
}

@MainActor @preconcurrency
public struct Toggle<Label: View>: PrimitiveView {}
extension Toggle where Label == Text {
  public init(_ key: LocalizedStringKey, isOn: Binding<Bool>) { absent() }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { absent() }
}

@MainActor @preconcurrency
public struct VStack<Content: View>: PrimitiveView {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) { absent() }
}
@MainActor @preconcurrency
public struct HStack<Content: View>: PrimitiveView {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) { absent() }
}

extension View {
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { EmptyView() }
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView() }
  public nonisolated func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View { EmptyView() }
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { EmptyView() }
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { EmptyView() }
}

@MainActor @preconcurrency
public struct Stepper<Label: View>: PrimitiveView {}
extension Stepper where Label == Text {
  public init<V: Strideable>(
    _ key: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { absent() }
  @_disfavoredOverload
  public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { absent() }
}
