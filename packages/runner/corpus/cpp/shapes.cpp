#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <vector>
struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual std::string name() const { return "shape"; }
};
class Circle : public Shape {
    double radius;
public:
    explicit Circle(double r) : radius(r) { if (r < 0) throw std::invalid_argument("negative radius"); }
    double area() const override { return std::numbers::pi * radius * radius; }
    std::string name() const override { return "circle"; }
};
class Rectangle : public Shape {
protected:
    double width, height;
public:
    Rectangle(double w, double h) : width(w), height(h) {}
    double area() const override { return width * height; }
};
struct Square final : Rectangle {
    explicit Square(double side) : Rectangle(side, side) {}
    ~Square() override { std::cout << "square gone\n"; }
    std::string name() const override { return "square"; }
};
std::ostream &operator<<(std::ostream &out, const Shape &s) { return out << std::setw(8) << std::left << s.name() << std::fixed << std::setprecision(3) << s.area(); }
int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Circle>(1.5));
    shapes.push_back(std::make_unique<Rectangle>(2, 3.25));
    shapes.push_back(std::make_unique<Square>(2.5));
    for (const auto &shape : shapes) std::cout << *shape << (dynamic_cast<Rectangle *>(shape.get()) ? " rectangular" : "") << '\n';
    try { Circle broken(-1); } catch (const std::exception &e) { std::cout << e.what() << '\n'; }
    try { std::vector<int>(3).at(5); } catch (const std::out_of_range &) { std::cout << "out of range\n"; }
    try { (void)std::stoi("abc"); } catch (const std::invalid_argument &) { std::cout << "not a number\n"; }
}
