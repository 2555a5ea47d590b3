// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor @preconcurrency
public struct Form<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) { absent() }
}

@MainActor @preconcurrency
public struct LabeledContent<Label, Content> {}
extension LabeledContent: View, PrimitiveView where Label: View, Content: View {}
extension LabeledContent where Label == Text, Content == Text {
  public init<S: StringProtocol>(_ key: LocalizedStringKey, value: S) { absent() }
}

@MainActor @preconcurrency
public struct Slider<Label: View, ValueLabel: View>: PrimitiveView {}
extension Slider where ValueLabel == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint { absent() }
}

@MainActor @preconcurrency
public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {}
extension ProgressView where CurrentValueLabel == EmptyView {
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) { absent() }
}

@MainActor @preconcurrency
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {}
extension Picker where Label == Text {
  public init(
    _ key: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) { absent() }
}

extension List {
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> { absent() }
}
extension List where SelectionValue == Never {
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> { absent() }
}

extension NavigationStack where Data == NavigationPath {
  public init(@ViewBuilder root: () -> Root) { absent() }
}
public struct NavigationPath {}

@MainActor @preconcurrency
public struct NavigationLink<Label: View, Destination: View>: PrimitiveView {}
extension NavigationLink where Label == Text {
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
    absent()
  }
}

public struct Axis {
  public struct Set: OptionSet, Sendable {
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
    public let rawValue: Int8

    public init(rawValue: Int8) { self.rawValue = rawValue }
  }
}

@MainActor @preconcurrency
public struct ScrollView<Content: View>: PrimitiveView {
  public nonisolated init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { absent() }
}

@MainActor @preconcurrency
public struct Grid<Content: View>: PrimitiveView {
  public nonisolated init(
    horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { absent() }
}

@MainActor @preconcurrency
public struct GridRow<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) { absent() }
}

public protocol ShapeStyle: Sendable {}

public struct Color: Hashable, Sendable, ShapeStyle {
  public static let red = make()
  public static let gray = make()
  public static let primary = make()
  public static let clear = make()
  public static var accentColor: Color { absent() }

  private static func make() -> Color { absent() }
}

extension ShapeStyle where Self == Color {
  public static var red: Color { absent() }
}

public struct Path: Equatable, Sendable {
  public init(ellipseIn rect: CGRect) { absent() }
}

public struct GraphicsContext {
  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { absent() }
  }

  public func fill(_ path: Path, with shading: Shading) { absent() }
  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) { absent() }
}

@MainActor @preconcurrency
public struct Canvas<Symbols: View>: PrimitiveView {}
extension Canvas where Symbols == EmptyView {
  public nonisolated init(
    opaque: Bool = false, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) { absent() }
}

@frozen public enum HoverPhase: Equatable, Sendable {
  case active(CGPoint)
  case ended
}

extension View {
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
  public nonisolated func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View { EmptyView() }
  public nonisolated func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { EmptyView() }
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    EmptyView()
  }
  public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { EmptyView() }
  public nonisolated func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { EmptyView() }
  public nonisolated func onSubmit(_ action: @escaping () -> Void) -> some View { EmptyView() }
  public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    EmptyView()
  }
  public nonisolated func onTapGesture(
    count: Int = 1, perform action: @escaping (CGPoint) -> Void
  ) -> some View { EmptyView() }
  public nonisolated func onContinuousHover(perform action: @escaping (HoverPhase) -> Void) -> some View {
    EmptyView()
  }
  public nonisolated func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
    EmptyView()
  }
}
